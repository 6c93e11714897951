import type { Capability, Operation } from '@flagyard/api-types'
import { capability } from '@flagyard/api-types/auth/schemas'
import { consoleScreens, contentTabs, courseTabs, userTabs } from '@flagyard/api-types/console-links'
import { WIDEST_ID, widestAnswer } from '@flagyard/api-types/test-support/widest-answer'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../test/answers.ts'
import { openAdmin } from '../test/openAdmin.tsx'
import { type ResourceCalls, resourceCalls } from './providers/calls.ts'
import { consoleOperations } from './providers/console-operations.ts'

/** All screens and tabs, derived from the links of the contract, so that new ones are tested too. */
const tabsOf = (screen: string, tabs: readonly string[]) => tabs.map((tab) => `${screen}/${tab}`)
const screens = [
  ...Object.values(consoleScreens),
  ...tabsOf(consoleScreens.user, userTabs),
  ...tabsOf(consoleScreens.course, courseTabs),
  ...Object.entries(contentTabs).flatMap(([kind, tabs]) =>
    tabsOf(consoleScreens[kind as keyof typeof contentTabs], tabs),
  ),
]
  // All clouds share the same screens.
  .filter((screen) => !/azure|gcp/.test(screen))
  .map((screen) => screen.replace('{cloud}', 'aws').replace(/\{\w+\}/, WIDEST_ID))

const operations: Readonly<Record<string, Operation>> = consoleOperations
const answersOf = (variant: number) =>
  Object.fromEntries(
    Object.entries(operations)
      .filter(([, row]) => row.method === 'GET' && !row.stream)
      .map(([name, row]) => [name, widestAnswer(row, variant)]),
  )
const answers = answersOf(0)
/** The same screens with the other option of exclusive choices. */
const others = answersOf(1)

/** `updateUser roles capabilities`: a call with fields that need their own capability. */
function mayCall(call: string, held: readonly Capability[]): boolean {
  const [name = '', ...fields] = call.split(' ')
  const row = operations[name]
  return [row?.capabilities, ...fields.map((field) => row?.fieldCapabilities?.[field])].every(
    (anyOf) => anyOf?.some((one) => held.includes(one)) ?? true,
  )
}

const SETTLING = { timeout: 30_000, interval: 100 }

interface Offers {
  isOpen: boolean
  /** Calls named by the screen's buttons. */
  offered: string[]
  /** Buttons that lead to a call without naming it. */
  silent: (string | null)[]
}

/** What each screen offers to an administrator, opening one screen after the other. */
async function offersOf(shown: readonly string[], answers: object, capabilities: readonly Capability[]) {
  // Generated values are not among the choices of a select, which causes a warning.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { unmount, asked, goTo } = await openAdmin(NOWHERE, {
    as: sessionOf({ capabilities: [...capabilities] }),
    answers,
  })
  const offers = new Map<string, Offers>()
  for (const screen of shown) {
    // Ensures that nothing of the previous screen is left.
    await goTo(NOWHERE)
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await goTo(screen)
    let before = ''
    // Complete once no request is pending and nothing is added.
    await vi.waitFor(() => {
      const main = document.querySelector('main')
      expect(main?.textContent).toMatch(/\w/)
      expect(main?.textContent).not.toContain('Page not found')
      expect(main?.querySelector('[data-loading]')).toBeNull()
      const now = `${asked.length} ${main?.querySelectorAll('*').length}`
      const isSettled = now === before
      before = now
      expect(isSettled, screen).toBe(true)
    }, SETTLING)
    const named = [...document.querySelectorAll<HTMLElement>('main [data-operation]')]
    offers.set(screen, {
      isOpen: !document.querySelector('main')?.textContent?.includes('Access denied'),
      offered: [...new Set(named.map(callOf))].sort(),
      silent: [...document.querySelectorAll<HTMLElement>('main button:not([data-operation])')]
        .filter((button) => button.textContent?.endsWith('…') || button.getAttribute('type') === 'submit')
        .map((button) => button.textContent),
    })
  }
  await unmount()
  return offers
}

const NOWHERE = '/admin/nowhere'
const everyCapability = capability.options
/**
 * With LONG=1, every screen as every kind of administrator. Otherwise every third screen, with all capabilities and
 * with a single one.
 */
const isLong = Boolean(import.meta.env.LONG)
const shown = screens.filter((_, index) => isLong || index % 3 === 0)

let whole: Promise<Map<string, Offers>> | undefined
/** What each screen offers with all capabilities. Read once, by the first test that needs it. */
const offersOfAll = () => {
  whole ??= offersOf(shown, answers, everyCapability)
  return whole
}

test('each button that leads to a call names it', async () => {
  const silent = (offers: Map<string, Offers>) =>
    [...offers].flatMap(([screen, { silent }]) => silent.map((one) => [screen, one]))
  expect(silent(await offersOfAll())).toEqual([])
  if (isLong) expect(silent(await offersOf(shown, others, everyCapability))).toEqual([])
}, 600_000)

const single = everyCapability.map((one) => [one])
const kinds: Capability[][] = isLong ? [[], ...single] : single

test.for(kinds)(
  'shows an administrator with the capability %s exactly the buttons whose calls are allowed',
  { timeout: 600_000 },
  async (held) => {
    const all = await offersOfAll()
    const own = shown.filter(
      (screen) =>
        all.get(screen)?.offered.length !== 0 &&
        (isLong || everyCapability[screens.indexOf(screen) % everyCapability.length] === held[0]),
    )
    expect(own).not.toEqual([])
    for (const [screen, { isOpen, offered }] of await offersOf(own, answers, held)) {
      const passing = (all.get(screen)?.offered ?? []).filter((name) => mayCall(name, held))
      expect(offered, screen).toEqual(isOpen ? passing : [])
    }
  },
)

test('opens forms of new records only to administrators who can save them', async () => {
  const forms = Object.entries<ResourceCalls>(resourceCalls).flatMap(([resource, { create }]) =>
    create ? [{ address: `/admin/${resource}/create`, create }] : [],
  )
  // All clouds share the same screens.
  for (const { address, create } of forms.filter(({ address }) => !/azure|gcp/.test(address))) {
    const without = capability.options.filter((one) => !operations[create]?.capabilities?.includes(one))
    const { getByText, unmount } = await openAdmin(address, { as: sessionOf({ capabilities: without }), answers })
    await expect.element(getByText('Access denied'), { message: address, timeout: 10_000 }).toBeVisible()
    await unmount()
  }
}, 60_000)

const callOf = ({ dataset: { operation, fields } }: HTMLElement) => [operation, fields].filter(Boolean).join(' ')
