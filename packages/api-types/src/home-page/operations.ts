import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const homePageOperations = {
  getHomePage: anyone('GET /home_page', 'homePage', { summary: 'Blocks of the home page' }),
} satisfies Rows
