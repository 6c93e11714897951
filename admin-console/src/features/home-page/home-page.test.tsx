import { ApiError, type HomeBlock, type HomeBlockKind, type HomePageSettings } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const block = (kind: HomeBlockKind, changes: Partial<HomeBlock> = {}): HomeBlock => ({
  ...{ kind, shown: true, title: '', text: '', courses: [] },
  ...changes,
})
const settings: HomePageSettings = {
  blocks: [block('hero'), block('courses'), block('steps')],
  version: 3,
  allowed: ['update'],
}

test('blocks are moved, hidden, added and edited, previewed, and saved in their new order', async () => {
  const { getByRole, getByText, container, inputsOf } = await openAdmin('/admin/home_page', {
    answers: {
      getHomePageSettings: settings,
      previewHomePage: {
        blocks: [
          { kind: 'steps', title: 'How it works', steps: [{ title: 'Prove it', text: 'Book an exam.' }] },
          { kind: 'hero', title: 'Welcome', text: 'Courses.', free_lesson: false, clouds: 0, lab: null },
        ],
      },
      updateHomePage: { ...settings, version: 4 },
    },
  })
  await getByRole('button', { name: 'Move How it works up' }).click()
  await expect.element(getByText('How it works is now block 2 of 3')).toBeInTheDocument()
  await getByRole('button', { name: 'Move How it works up' }).click()
  await getByRole('group', { name: '2. Welcome' }).getByRole('textbox', { name: 'Title' }).fill('Welcome to Northwind')
  await getByRole('group', { name: '3. Courses' })
    .getByRole('textbox', { name: 'Featured courses' })
    .fill('aws\n\nazure')
  await getByRole('group', { name: '3. Courses' }).getByRole('switch', { name: 'Shown' }).click()
  await getByRole('button', { name: 'Add free text' }).click()
  const added = getByRole('group', { name: '4. Free text' })
  await added.getByRole('textbox', { name: 'Title' }).fill('Who we are')
  await added.getByRole('textbox', { name: 'Text' }).fill('We **teach**.')
  await expectAccessible(container)
  await getByRole('button', { name: 'Show a preview' }).click()
  await expect.element(getByText('Prove it: Book an exam.')).toBeVisible()
  await expect.element(getByText(/No course has a free lesson/)).toBeVisible()
  await getByRole('button', { name: 'Save', exact: true }).click()
  await vi.waitFor(() => expect(inputsOf('updateHomePage')).toHaveLength(1))
  const blocks = [
    block('steps'),
    block('hero', { title: 'Welcome to Northwind' }),
    block('courses', { shown: false, courses: ['aws', 'azure'] }),
    block('text', { title: 'Who we are', text: 'We **teach**.' }),
  ]
  expect(inputsOf('updateHomePage')).toEqual([{ homePageEdit: { version: 3, blocks } }])
  expect(inputsOf('previewHomePage')).toEqual([{ homePageEdit: { version: 3, blocks } }])
})

test('an error is shown at its field', async () => {
  const { getByRole } = await openAdmin('/admin/home_page', {
    answers: {
      getHomePageSettings: settings,
      updateHomePage: new ApiError('invalid', 'Look again', {
        errors: [{ field: 'blocks.1.courses', message: 'There is no published course called azure' }],
      }),
    },
  })
  await getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .element(getByRole('textbox', { name: 'Featured courses' }))
    .toHaveAccessibleDescription(/no published course called azure/)
})

test('without the right to change it, the order is only shown', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/home_page', {
    answers: {
      getHomePageSettings: { ...settings, blocks: [block('hero'), block('faqs', { shown: false })], allowed: [] },
    },
  })
  await expect.element(getByText('Questions (hidden)')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument()
})
