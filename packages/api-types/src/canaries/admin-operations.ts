import type { Rows } from '../contract/operation.ts'
import { admin, adminWith, content } from '../contract/row.ts'

const contentOrCloud = adminWith('content', 'cloud')

export const canaryAdminOperations = {
  getLabCanary: admin('GET /admin/labs/{slug}/canary', 'labCanary', {
    summary: 'When the canary tries a lab, and what came of its latest runs',
  }),
  updateLabCanary: contentOrCloud('PATCH /admin/labs/{slug}/canary', 'labCanaryEdit', 'labCanary', {
    summary: 'Sets whether and how often the canary tries a lab, and how often a month at most',
  }),
  startCanary: contentOrCloud('POST /admin/labs/{slug}/canary/start', 'labCanary', {
    status: 202,
    idempotent: true,
    summary: 'Lets the canary try a lab now, if an account is free and nobody waits for one',
  }),
  getExamCanary: admin('GET /admin/exams/{slug}/canary', 'examCanary', {
    summary: 'Whether the canary can try an exam, and what came of its latest runs',
  }),
  startExamCanary: content('POST /admin/exams/{slug}/canary/start', 'examCanary', {
    idempotent: true,
    summary: 'Lets the canary try an exam now: in a simulated account of its own, as no attempt',
  }),
  listCloudProofs: admin('GET /admin/cloud_proofs', 'cloudProof[]', {
    summary:
      'The latest proof of each cloud that has one: that a lab was built, solved and emptied in an account of it',
  }),
} satisfies Rows

/** Reserved account that the canary uses to deploy labs. Nobody can sign up with this username. */
export const CANARY_USERNAME = 'flagyard-canary'
