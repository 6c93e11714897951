import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeploymentState } from '../../../db/schema/index.ts'
import { type DeploymentEvent, deploymentTransitions } from './transitions.ts'

/** A handwritten copy of the table in docs/domain.md, “Deployments”. */
const table: Record<DeploymentState, DeploymentState[]> = {
  queued: ['held', 'provisioning', 'ended'],
  held: ['provisioning', 'queued', 'ended'],
  provisioning: ['running', 'ending'],
  running: ['ending'],
  ending: ['ended'],
  ended: [],
}

test('no sequence of deployment events leaves the table, every transition is reachable, and every run ends', () => {
  const seen = new Set<string>()
  const events = Object.keys(deploymentTransitions) as DeploymentEvent[]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 100 }), (series) => {
      let at: DeploymentState = 'queued'
      for (const event of series) {
        const step: { from: readonly DeploymentState[]; to: DeploymentState } = deploymentTransitions[event]
        if (!step.from.includes(at)) continue
        expect(table[at]).toContain(step.to)
        seen.add(`${at} ${step.to}`)
        at = step.to
      }
    }),
    { numRuns: 1000 },
  )
  expect([...seen].sort()).toEqual(
    Object.entries(table)
      .flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`))
      .sort(),
  )
})
