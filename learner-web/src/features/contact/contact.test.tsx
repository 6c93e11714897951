import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

test('a message that could not be sent keeps what was typed, and the next try is confirmed', async () => {
  let tries = 0
  const { inputsOf } = await open('/contact', {
    answers: {
      sendContactMessage: () => {
        tries += 1
        if (tries === 1) throw new ApiError('unavailable', 'Please try again in a few seconds.')
        return { message: 'Thank you. A person will read it.' }
      },
    },
  })
  await page.getByLabelText('What is it about?').selectOptions('A lesson could be better')
  await page.getByLabelText('Your name').fill('Ada Lovelace')
  await page.getByLabelText('Your e-mail address').fill(' ada@people.example ')
  await page.getByLabelText('Your message').fill('The second command lacks a dash.')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please try again in a few seconds.')
  await expect.element(page.getByLabelText('Your message')).toHaveValue('The second command lacks a dash.')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your message is on its way' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Thank you. A person will read it.')
  expect(inputsOf('sendContactMessage').at(-1)).toEqual({
    contactPayload: {
      name: 'Ada Lovelace',
      email: 'ada@people.example',
      topic: 'lesson',
      message: 'The second command lacks a dash.',
      website: '',
    },
  })
})

test('a message that was begun is still there after a visit to another page and after a reload, until it is sent', async () => {
  const { reload } = await open('/contact', {
    answers: { sendContactMessage: { message: 'Thank you. A person will read it.' }, listBundles: [] },
  })
  const message = page.getByLabelText('Your message')
  await message.fill('The second command lacks a dash.')
  await page.getByRole('link', { name: 'Bundles' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bundles' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect.element(message).toHaveValue('The second command lacks a dash.')
  await reload()
  await expect.element(message).toHaveValue('The second command lacks a dash.')
  await page.getByLabelText('Your name').fill('Ada')
  await page.getByLabelText('Your e-mail address').fill('ada@people.example')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your message is on its way' })).toBeVisible()
  await reload()
  await expect.element(message).toHaveValue('')
})

test('the name and address of a signed-in user are filled in', async () => {
  await open('/contact', { as: sessionOf() })
  await expect.element(page.getByLabelText('Your name')).toHaveValue('Mara K')
  await expect.element(page.getByLabelText('Your e-mail address')).toHaveValue('mara@example.org')
})
