import { ApiError, type BrandSettings } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { sessionOf } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const brand = (changes: Partial<BrandSettings> = {}): BrandSettings => ({
  ...{ name: 'Northwind Academy', mail_sender_name: null, support_address: null },
  ...{ accent_light: '#0b5cad', accent_dark: null, social_links: ['https://video.example/@northwind'] },
  ...{ powered_by_shown: false, logo_light: '/api/v1/brand_pictures/a.svg', logo_dark: null, favicon: null },
  ...{ share_picture: null, version: 3, allowed: ['update'] },
  ...changes,
})

test('shows the brand with a preview, and explains that none is set', async () => {
  const { getByRole, getByText, container } = await openAdmin('/admin/brand', {
    answers: { getBrand: brand({ version: 0, name: 'Flagyard', logo_light: null }) },
  })
  await expect.element(getByText(/still uses the name Flagyard/)).toBeVisible()
  await expect.element(getByRole('figure', { name: /Page, dark theme/ })).toBeVisible()
  await expectAccessible(container)
})

test('an owner changes the name and a colour, whose contrast is shown while typing, and sends only new pictures', async () => {
  const { getByRole, getByLabelText, inputsOf } = await openAdmin('/admin/brand', {
    answers: { getBrand: brand(), updateBrand: brand({ version: 4 }) },
  })
  await getByRole('button', { name: 'Edit…' }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Northwind')
  await dialog.getByRole('textbox', { name: /Accent colour, dark/ }).fill('#0b5cad')
  await expect.element(dialog.getByText(/Lowest contrast 2\.\d\d:1, too low/)).toBeVisible()
  await dialog.getByRole('textbox', { name: /Accent colour, dark/ }).fill('#7cc4ff')
  await expect.element(dialog.getByText(/Lowest contrast 9\.\d\d:1, good/)).toBeVisible()
  await expect.element(dialog.getByText('Welcome to Northwind')).toBeVisible()
  await expectAccessible(dialog.element())
  await userEvent.upload(getByLabelText('Icon').last(), new File(['icon'], 'icon.png', { type: 'image/png' }))
  await dialog.getByRole('group', { name: 'Logo', exact: true }).getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('textbox', { name: 'Links in the footer' }).fill('https://a.example/\nhttps://b.example/')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(inputsOf('updateBrand')).toHaveLength(1))
  expect(inputsOf('updateBrand')).toEqual([
    {
      brandEdit: {
        ...{ version: 3, name: 'Northwind', mail_sender_name: null, support_address: null, powered_by_shown: false },
        ...{
          accent_light: '#0b5cad',
          accent_dark: '#7cc4ff',
          social_links: ['https://a.example/', 'https://b.example/'],
        },
        ...{ favicon: `data:image/png;base64,${btoa('icon')}`, logo_light: null },
      },
    },
  ])
})

test.each([
  [
    'a change by someone else',
    new ApiError('stale_version', 'Another administrator changed the brand.'),
    /Another administrator/,
  ],
  [
    'a refused logo',
    new ApiError('invalid', 'Check the fields.', {
      errors: [{ field: 'logo_light', message: 'This SVG is not accepted' }],
    }),
    /This SVG is not accepted/,
  ],
])('the form stays open with the reason after %s', async (_, refusal, message) => {
  const { getByRole } = await openAdmin('/admin/brand', {
    answers: {
      getBrand: brand(),
      updateBrand: () => {
        throw refusal
      },
    },
  })
  await getByRole('button', { name: 'Edit…' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('dialog').getByText(message)).toBeVisible()
})

test('other administrators can read the brand but not change it', async () => {
  const { getByRole } = await openAdmin('/admin/brand', {
    as: sessionOf({ capabilities: ['support'] }),
    answers: { getBrand: brand({ allowed: [] }) },
  })
  await expect.element(getByRole('region', { name: 'Settings' }).getByText('Northwind Academy')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Edit…' })).not.toBeInTheDocument()
})

test('an error offers another try', async () => {
  const { getByRole } = await openAdmin('/admin/brand', {
    answers: {
      getBrand: () => {
        throw new ApiError('unexpected', 'Something went wrong.')
      },
    },
  })
  await expect.element(getByRole('button', { name: /try again/i })).toBeVisible()
})
