import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountEvent, type AccountState, accountTransitions, nextState } from './transitions.ts'

/** The table of docs/domain.md, “Cloud accounts”, written out once more by hand: what may follow what. */
const table: Record<string, string[]> = {
  Pending: ['Available', 'Dirty', 'Nuking'],
  Available: ['Locked', 'Dirty', 'Pending', 'Nuking'],
  Locked: ['Available', 'Provisioning', 'Dirty', 'Nuking'],
  Provisioning: ['Provisioned', 'Dirty', 'Locked'],
  Provisioned: ['Dirty', 'Locked'],
  Dirty: ['Nuking', 'Locked'],
  Nuking: ['Nuked', 'Dirty'],
  Nuked: ['Available', 'Dirty'],
}

const events = Object.keys(accountTransitions) as AccountEvent[]
const start: AccountState = { status: 'Pending', lock_reason: null, used_contents: false }

/** A way through the table: at each place one of the events that can happen there. */
function* walk(choices: number[]) {
  let at = start
  for (const choice of choices) {
    const open = events.filter((event) => nextState(at, event))
    const event = open[choice % open.length]
    const next = event && nextState(at, event)
    if (!event || !next) throw new Error(`Nothing can happen to an account that is ${at.status}`)
    yield { at, event, next }
    at = next
  }
}
const ways = fc.array(fc.nat({ max: 1000 }), { maxLength: 100 })

test('no series of events leads anywhere but along the table, and every step of the table can happen', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(ways, (choices) => {
      for (const { at, next } of walk(choices)) {
        expect(table[at.status]).toContain(next.status)
        expect(next.status === 'Locked').toBe(next.lock_reason !== null)
        seen.add(`${at.status} ${next.status}`)
      }
    }),
    { numRuns: 2000 },
  )
  expect([...seen].sort()).toEqual(
    Object.entries(table)
      .flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`))
      .sort(),
  )
})

test('what was built in is available again only after two passes found it empty', () => {
  fc.assert(
    fc.property(ways, (choices) => {
      let dirty = false
      let passes = 0
      for (const { event, next } of walk(choices)) {
        if (next.status === 'Provisioning' || next.status === 'Dirty') dirty = true
        if (event === 'emptied') passes = 1
        if (event === 'confirmed_empty') {
          expect(passes).toBe(1)
          dirty = false
        }
        if (next.status === 'Dirty') passes = 0
        if (next.status === 'Available') expect(dirty).toBe(false)
      }
    }),
    { numRuns: 2000 },
  )
})

test('out of quarantine there is no way but a nuke', () => {
  const quarantine: AccountState = { status: 'Locked', lock_reason: 'quarantine', used_contents: true }
  const out = events.filter((event) => nextState(quarantine, event))
  expect(out).toEqual(['nuke_requested'])
})
