import { ApiError, type Webhook, type WebhookDelivery } from '@flagyard/api-types'
import { describe, expect, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { ago, sessionOf, uuidOf } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: uuidOf(9, 1),
  url: 'https://books.example/in/t0ken',
  description: 'Bookkeeping',
  is_on: true,
  state: 'on',
  events: ['order.paid', 'order.refunded'],
  failures: 0,
  failing_since: null,
  last_delivered_at: ago(1),
  old_secret_until: null,
  created_at: ago(30),
  updated_at: ago(30),
  version: 3,
  allowed: ['update', 'delete', 'rotate', 'test', 'replay'],
  ...changes,
})
const delivery = (n: number, changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: uuidOf(9, 10 + n),
  webhook_id: uuidOf(9, 1),
  event_id: uuidOf(9, 50 + n),
  event: 'order.paid',
  state: 'delivered',
  attempts: 1,
  next_at: null,
  status: 200,
  error: null,
  excerpt: 'ok',
  body: '{"type":"order.paid"}',
  created_at: ago(1),
  tried_at: ago(1),
  delivered_at: ago(1),
  allowed: ['replay'],
  ...changes,
})
const finance = sessionOf({ capabilities: ['finance'] })
const { id } = webhook()
const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw=='

test('lists webhooks by host, and marks disabled ones', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/webhooks', {
    as: finance,
    answers: { listWebhooks: [webhook({ is_on: false, state: 'failing', failures: 12, failing_since: ago(2) })] },
  })
  await expect.element(getByRole('link', { name: 'books.example' })).toBeVisible()
  await expect.element(getByText('Disabled after failures').last()).toBeVisible()
  await expect.element(getByText(/t0ken/)).not.toBeInTheDocument()
})

test('shows the secret of a new webhook once, then its page', async () => {
  let refuse = true
  const { getByRole, getByText, inputsOf, path } = await openAdmin('/admin/webhooks/create', {
    as: finance,
    answers: {
      createWebhook: () => {
        if (refuse)
          throw new ApiError('invalid', 'Please look again at: url.', {
            errors: [{ field: 'url', message: 'This address is not on the public internet' }],
          })
        return { ...webhook(), secret }
      },
      listWebhooks: [webhook()],
      listWebhookDeliveries: [],
    },
  })
  await getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/')
  await getByRole('checkbox', { name: /Order paid/ }).click()
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('This address is not on the public internet')).toBeVisible()
  refuse = false
  await getByRole('textbox', { name: 'URL' }).fill('https://books.example/in/t0ken')
  await getByRole('button', { name: 'Save' }).click()
  const dialog = getByRole('dialog', { name: 'Webhook secret' })
  await expect.element(dialog.getByText(secret)).toBeVisible()
  expect(inputsOf('createWebhook').at(-1)).toEqual({
    webhookInput: { url: 'https://books.example/in/t0ken', description: '', events: ['order.paid'], is_on: true },
  })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/webhooks/${id}`))
  await expect.element(getByText(secret)).not.toBeInTheDocument()
})

test('turns a webhook on again, sending only that field', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/webhooks/${id}`, {
    as: finance,
    answers: {
      listWebhooks: [webhook({ is_on: false, state: 'failing', failures: 12, failing_since: ago(2) })],
      listWebhookDeliveries: [],
      updateWebhook: webhook({ version: 4 }),
    },
  })
  await getByRole('switch', { name: 'On' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(inputsOf('updateWebhook')).toEqual([{ id, webhookEdit: { version: 3, is_on: true } }]))
})

test('shows a failed delivery, and resends one or all since a time', async () => {
  const failed = delivery(1, { state: 'failed', attempts: 10, status: 503, error: 'The receiver answered 503' })
  const { getByRole, getByText, getByLabelText, inputsOf } = await openAdmin(`/admin/webhooks/${id}`, {
    as: finance,
    answers: {
      listWebhooks: [webhook()],
      listWebhookDeliveries: [{ ...failed, excerpt: '<b>down</b>' }],
      replayWebhookDelivery: { ...failed, state: 'waiting', attempts: 0, allowed: [] },
      replayWebhook: { count: 4 },
    },
  })
  await expect.element(getByText('The receiver answered 503').first()).toBeVisible()
  await getByRole('button', { name: 'View' }).first().click()
  const dialog = getByRole('dialog', { name: 'order.paid' })
  await expect.element(dialog.getByText('<b>down</b>')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await vi.waitFor(() => expect(inputsOf('replayWebhookDelivery')).toEqual([{ id: failed.id }]))
  await getByRole('button', { name: 'Resend failed…' }).click()
  await getByLabelText('Events since').fill('2026-11-01T08:00')
  await getByRole('button', { name: 'Send again', exact: true }).click()
  await vi.waitFor(() =>
    expect(inputsOf('replayWebhook')).toEqual([
      { id, webhookReplay: { since: new Date('2026-11-01T08:00').toISOString() } },
    ]),
  )
  await expect.element(getByText('4 deliveries queued again')).toBeVisible()
})

test('rotates the secret, shows it once, and sends a test', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin(`/admin/webhooks/${id}`, {
    as: finance,
    answers: {
      listWebhooks: [webhook()],
      listWebhookDeliveries: [delivery(1)],
      rotateWebhookSecret: { ...webhook({ version: 4 }), secret },
      testWebhook: null,
    },
  })
  await getByRole('button', { name: 'Send test' }).click()
  await vi.waitFor(() => expect(inputsOf('testWebhook')).toEqual([{ id }]))
  await getByRole('button', { name: 'New secret…' }).click()
  await getByRole('button', { name: 'Rotate secret' }).click()
  await expect.element(getByRole('dialog', { name: 'Webhook secret' }).getByText(secret)).toBeVisible()
  await getByRole('button', { name: 'Done' }).click()
  await expect.element(getByText(secret)).not.toBeInTheDocument()
  expect(inputsOf('rotateWebhookSecret')).toEqual([{ id, webhookRotation: { version: 3 } }])
})

describe('without a mouse, and read aloud', () => {
  const failed = delivery(2, { state: 'failed', attempts: 10, status: 503, error: 'The receiver answered 503' })
  const answers = {
    listAlarms: [],
    listWebhooks: [webhook({ failures: 12, failing_since: ago(2) })],
    listWebhookDeliveries: [delivery(1), failed],
    replayWebhookDelivery: { ...failed, state: 'waiting', attempts: 0, allowed: [] },
    rotateWebhookSecret: { ...webhook({ version: 4 }), secret },
  }
  const isAccessible = () => expectAccessible(document.body)
  /**
   * Reaches the target by keyboard: forwards from the current position, or from the page's heading, which comes after
   * the menu.
   */
  async function tabTo(target: Locator) {
    await expect.element(target).toBeVisible()
    const heading = document.querySelector('h1')
    if (document.activeElement === document.body && heading) {
      heading.tabIndex = -1
      heading.focus()
    }
    for (let press = 0; press < 40 && document.activeElement !== target.element(); press++)
      await userEvent.keyboard('{Tab}')
    await expect.element(target).toHaveFocus()
  }

  test('opens a webhook from the list', async () => {
    const list = await openAdmin('/admin/webhooks', { as: finance, answers })
    const link = list.getByRole('link', { name: 'books.example' })
    await tabTo(link)
    await isAccessible()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(list.path()).toBe(`/admin/webhooks/${id}`))
  })

  test('shows the errors of an incomplete form', async () => {
    const form = await openAdmin('/admin/webhooks/create', { as: finance, answers })
    await tabTo(form.getByRole('textbox', { name: 'URL' }))
    await userEvent.keyboard('https://books.example/')
    await tabTo(form.getByRole('button', { name: 'Save' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(form.getByText('Choose at least one event')).toBeVisible()
    await isAccessible()
  })

  test('resends a delivery from its dialog, and returns the focus', async () => {
    const { getByRole, inputsOf } = await openAdmin(`/admin/webhooks/${id}`, { as: finance, answers })
    const look = getByRole('button', { name: 'View' }).last()
    await tabTo(look)
    await isAccessible()
    await userEvent.keyboard('{Enter}')
    const dialog = getByRole('dialog', { name: 'order.paid' })
    await expect.element(dialog).toBeVisible()
    await isAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(look).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await tabTo(dialog.getByRole('button', { name: 'Send again' }))
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(inputsOf('replayWebhookDelivery')).toEqual([{ id: failed.id }]))
  })

  test('rotates the secret and closes its dialog', async () => {
    const { getByRole, inputsOf } = await openAdmin(`/admin/webhooks/${id}`, { as: finance, answers })
    await tabTo(getByRole('button', { name: 'New secret…' }))
    await userEvent.keyboard('{Enter}')
    await tabTo(getByRole('button', { name: 'Rotate secret' }))
    await isAccessible()
    await userEvent.keyboard('{Enter}')
    const shown = getByRole('dialog', { name: 'Webhook secret' })
    await expect.element(shown).toBeVisible()
    await isAccessible()
    await tabTo(shown.getByRole('button', { name: 'Done' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(shown).not.toBeInTheDocument()
    expect(inputsOf('rotateWebhookSecret')).toHaveLength(1)
  })
})
