import type { Capability, Operation } from '@flagyard/api-types'
import { capability } from '@flagyard/api-types/auth/schemas'
import { consoleScreens, contentTabs, courseTabs, userTabs } from '@flagyard/api-types/links'
import { WIDEST_ID, widestAnswer } from '@flagyard/api-types/test-support/widest-answer'
import { expect, test, vi } from 'vitest'
import { sessionOf } from '../test/answers.ts'
import { openAdmin } from '../test/openAdmin.tsx'
import { type ResourceCalls, resourceCalls } from './providers/calls.ts'
import { consoleOperations } from './providers/console-operations.ts'

/** Every screen of the console and every tab, as the links name them: what is added there is looked at here. */
const tabsOf = (screen: string, tabs: readonly string[]) => tabs.map((tab) => `${screen}/${tab}`)
const screens = [
  ...Object.values(consoleScreens),
  ...tabsOf(consoleScreens.user, userTabs),
  ...tabsOf(consoleScreens.course, courseTabs),
  ...Object.entries(contentTabs).flatMap(([kind, tabs]) =>
    tabsOf(consoleScreens[kind as keyof typeof contentTabs], tabs),
  ),
]
  // The clouds share their screens.
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
/** The same screens where exclusive choices are others. */
const others = answersOf(1)

/** `updateUser roles capabilities` is a call with fields that need a capability of their own. */
function mayCall(call: string, held: readonly Capability[]): boolean {
  const [name = '', ...fields] = call.split(' ')
  const row = operations[name]
  return [row?.capabilities, ...fields.map((field) => row?.fieldCapabilities?.[field])].every(
    (anyOf) => anyOf?.some((one) => held.includes(one)) ?? true,
  )
}

const SETTLING = { timeout: 30_000, interval: 100 }

/** What the screen offers to an administrator: the calls that its buttons name, and the buttons that lead to a call without naming it. */
async function offersOf(screen: string, answers: object, capabilities: Capability[]) {
  // What is made up is not among the choices of a select, which warns.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { unmount, asked } = await openAdmin(screen, { as: sessionOf({ capabilities }), answers })
  let before = ''
  // Whole once nothing more is asked for and nothing is added.
  await vi.waitFor(() => {
    const main = document.querySelector('main')
    expect(main?.textContent).toMatch(/\w/)
    expect(main?.querySelector('[data-loading]')).toBeNull()
    const now = `${asked.length} ${main?.querySelectorAll('*').length}`
    const isSettled = now === before
    before = now
    expect(isSettled).toBe(true)
  }, SETTLING)
  const isOpen = !document.querySelector('main')?.textContent?.includes('Access denied')
  const named = [...document.querySelectorAll<HTMLElement>('main [data-operation]')]
  const silent = [...document.querySelectorAll<HTMLElement>('main button:not([data-operation])')]
    .filter((button) => button.textContent?.endsWith('…') || button.getAttribute('type') === 'submit')
    .map((button) => button.textContent)
  await unmount()
  return { isOpen, silent, offered: [...new Set(named.map(callOf))].sort() }
}

/** With LONG=1 every screen as every kind of administrator; else each third screen, as one who may all and one with a single right. */
const isLong = Boolean(import.meta.env.LONG)
const kinds = (index: number): Capability[][] => {
  const single = capability.options.map((one) => [one])
  return isLong ? [[], ...single] : [single[index % single.length] ?? []]
}

test.each(screens.map((screen, index) => [screen, index] as const).filter(([, index]) => isLong || index % 3 === 0))(
  '%s: each administrator is shown the buttons whose calls would pass',
  async (screen, index) => {
    const everything = await offersOf(screen, answers, [...capability.options])
    const otherwise = isLong ? await offersOf(screen, others, [...capability.options]) : everything
    expect([...everything.silent, ...otherwise.silent], 'buttons that name no call').toEqual([])
    if (everything.offered.length === 0) return
    for (const held of kinds(index)) {
      const { isOpen, offered } = await offersOf(screen, answers, held)
      const passing = everything.offered.filter((name) => mayCall(name, held))
      expect(offered, `with ${held.join() || 'no capability'}`).toEqual(isOpen ? passing : [])
    }
  },
  180_000,
)

test('the form of something new opens to nobody who may not save it', async () => {
  const forms = Object.entries<ResourceCalls>(resourceCalls).flatMap(([resource, { create }]) =>
    create ? [{ address: `/admin/${resource}/create`, create }] : [],
  )
  // The clouds share their screens.
  for (const { address, create } of forms.filter(({ address }) => !/azure|gcp/.test(address))) {
    const without = capability.options.filter((one) => !operations[create]?.capabilities?.includes(one))
    const { getByText, unmount } = await openAdmin(address, { as: sessionOf({ capabilities: without }), answers })
    await expect.element(getByText('Access denied'), { message: address, timeout: 10_000 }).toBeVisible()
    await unmount()
  }
}, 60_000)

const callOf = ({ dataset: { operation, fields } }: HTMLElement) => [operation, fields].filter(Boolean).join(' ')
