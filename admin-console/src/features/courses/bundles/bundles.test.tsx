import { expect, test, vi } from 'vitest'
import { ago, bundleRecord } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const listCourseChoices = ['one', 'two', 'three'].map((slug) => ({
  id: slug,
  slug,
  title: `Course ${slug}`,
  status: 'published',
}))
const bundleRow = {
  id: 'both',
  slug: 'both',
  title: 'Both courses',
  status: 'published' as const,
  price: { amount: 15_000, currency: 'EUR' },
  courses: 2,
  sold: 3,
  updated_at: ago(1),
}

test('adds, moves and removes courses of a bundle by keyboard', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/bundles/both', {
    answers: { getBundleForAdmin: bundleRecord(), saveBundle: bundleRecord({ version: 4 }), listCourseChoices },
  })
  await getByRole('button', { name: 'Move Course two up' }).click()
  await getByRole('combobox', { name: 'Add course' }).click()
  await getByRole('option', { name: 'Course three' }).click()
  await getByRole('button', { name: 'Remove Course one' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveBundle')).toEqual([{ slug: 'both', bundleEdit: { version: 3, courses: ['two', 'three'] } }]),
  )
})

test('creates a bundle from the list', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/bundles', {
    answers: {
      listBundlesForAdmin: [bundleRow],
      saveBundle: bundleRecord(),
      getBundleForAdmin: bundleRecord(),
      listCourseChoices,
    },
  })
  await expect.element(getByRole('link', { name: 'Both courses' })).toBeVisible()
  await getByRole('link', { name: 'New bundle' }).click()
  await getByRole('textbox', { name: 'Slug' }).fill('both')
  await getByRole('textbox', { name: 'Title' }).fill('Both')
  await getByRole('spinbutton', { name: 'Price' }).fill('150')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/bundles/both'))
  expect(inputsOf('saveBundle')).toEqual([
    {
      slug: 'both',
      bundleEdit: { title: 'Both', description: '', price: { amount: 15_000, currency: 'EUR' }, courses: [] },
    },
  ])
})

test('publishes a bundle without drafts, and returns it to draft', async () => {
  let stored = bundleRecord()
  const { getByRole, inputsOf } = await openAdmin('/admin/bundles/both/publish', {
    answers: {
      getBundleForAdmin: () => stored,
      saveBundle: ({ bundleEdit }: { bundleEdit: object }) => {
        stored = bundleRecord({ ...bundleEdit, version: stored.version + 1 })
        return stored
      },
      listCourseChoices,
    },
  })
  await getByRole('button', { name: 'Publish now…' }).click()
  await getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await getByRole('button', { name: 'Return to draft' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveBundle')).toEqual([
      { slug: 'both', bundleEdit: { version: 3, status: 'published' } },
      { slug: 'both', bundleEdit: { version: 4, status: 'draft' } },
    ]),
  )
  await expect.element(getByRole('button', { name: 'Schedule…' })).not.toBeInTheDocument()
})
