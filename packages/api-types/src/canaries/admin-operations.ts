import type { Rows } from '../contract/operation.ts'
import { admin, adminWith, content } from '../contract/row.ts'

const contentOrCloud = adminWith('content', 'cloud')

export const canaryAdminOperations = {
  getLabCanary: admin('GET /admin/labs/{slug}/canary', 'labCanary', {
    summary: 'Canary schedule of a lab and its latest runs',
  }),
  updateLabCanary: contentOrCloud('PATCH /admin/labs/{slug}/canary', 'labCanaryEdit', 'labCanary', {
    summary: 'Sets the canary schedule of a lab and its monthly maximum',
  }),
  startCanary: contentOrCloud('POST /admin/labs/{slug}/canary/start', 'labCanary', {
    status: 202,
    idempotent: true,
    summary: 'Starts a canary run of a lab, if an account is free and no learner waits for one',
  }),
  getExamCanary: admin('GET /admin/exams/{slug}/canary', 'examCanary', {
    summary: 'Whether the canary can test an exam, and its latest runs',
  }),
  startExamCanary: content('POST /admin/exams/{slug}/canary/start', 'examCanary', {
    idempotent: true,
    summary: 'Starts a canary run of an exam in a separate simulated account; not an attempt',
  }),
  listCloudProofs: admin('GET /admin/cloud_proofs', 'cloudProof[]', {
    summary: 'Latest proof of each cloud that a lab was built, solved and cleaned up in one of its accounts',
  }),
} satisfies Rows

/** Reserved account that the canary uses to deploy labs. No one can sign up with this username. */
export const CANARY_USERNAME = 'flagyard-canary'
