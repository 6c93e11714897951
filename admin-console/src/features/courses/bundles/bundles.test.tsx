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

test('courses of a bundle are added, moved and taken out by keyboard', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/bundles/both', {
    answers: { getBundleForAdmin: bundleRecord(), saveBundle: bundleRecord({ version: 4 }), listCourseChoices },
  })
  await getByRole('button', { name: 'Move Course two up' }).click()
  await getByRole('combobox', { name: 'Add a course' }).click()
  await getByRole('option', { name: 'Course three' }).click()
  await getByRole('button', { name: 'Take out Course one' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveBundle')).toEqual([{ slug: 'both', bundleEdit: { version: 3, courses: ['two', 'three'] } }]),
  )
})

test('the list leads to a new bundle, which is sent to its address', async () => {
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

test('a bundle, which has no drafts, is published on the same tab, and goes back to being a draft', async () => {
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
  await getByRole('button', { name: 'Back to draft' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveBundle')).toEqual([
      { slug: 'both', bundleEdit: { version: 3, status: 'published' } },
      { slug: 'both', bundleEdit: { version: 4, status: 'draft' } },
    ]),
  )
  await expect.element(getByRole('button', { name: 'Publish at an hour…' })).not.toBeInTheDocument()
})
