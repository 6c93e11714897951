import type { Rows } from '../contract/operation.ts'
import { admin, adminWith } from '../contract/row.ts'

const ownerOrContent = adminWith('owner', 'content')

export const homePageAdminOperations = {
  getHomePageSettings: admin('GET /admin/home_page', 'homePageSettings', {
    summary: 'Blocks of the home page with their settings, including hidden ones',
  }),
  updateHomePage: ownerOrContent('PATCH /admin/home_page', 'homePageEdit', 'homePageSettings', {
    bodyLimit: 1024 * 1024,
    summary: 'Saves the blocks of the home page',
  }),
  previewHomePage: ownerOrContent('POST /admin/home_page/preview', 'homePageEdit', 'homePage', {
    bodyLimit: 1024 * 1024,
    summary: 'The home page as visitors would see it, without saving it',
  }),
} satisfies Rows
