import type { Rows } from '../contract/operation.ts'

export const canaryAdminOperations = {
  getLabCanary: {
    method: 'GET',
    path: '/admin/labs/{slug}/canary',
    auth: 'admin',
    returns: 'labCanary',
    extension: true,
    summary: 'When the canary tries a lab, and what came of its latest runs',
  },
  updateLabCanary: {
    method: 'PATCH',
    path: '/admin/labs/{slug}/canary',
    auth: 'admin',
    capabilities: ['content', 'cloud'],
    body: 'labCanaryEdit',
    returns: 'labCanary',
    extension: true,
    summary: 'Sets whether and how often the canary tries a lab, and how often a month at most',
  },
  startCanary: {
    method: 'POST',
    path: '/admin/labs/{slug}/canary/start',
    auth: 'admin',
    capabilities: ['content', 'cloud'],
    returns: 'labCanary',
    status: 202,
    idempotent: true,
    extension: true,
    summary: 'Lets the canary try a lab now, if an account is free and nobody waits for one',
  },
  getExamCanary: {
    method: 'GET',
    path: '/admin/exams/{slug}/canary',
    auth: 'admin',
    returns: 'examCanary',
    extension: true,
    summary: 'Whether the canary can try an exam, and what came of its latest runs',
  },
  startExamCanary: {
    method: 'POST',
    path: '/admin/exams/{slug}/canary/start',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'examCanary',
    idempotent: true,
    extension: true,
    summary: 'Lets the canary try an exam now: in a simulated account of its own, as no attempt',
  },
  listCloudProofs: {
    method: 'GET',
    path: '/admin/cloud_proofs',
    auth: 'admin',
    returns: 'cloudProof[]',
    extension: true,
    summary:
      'The latest proof of each cloud that has one: that a lab was built, solved and emptied in an account of it',
  },
} as const satisfies Rows

/** Reserved account that the canary uses to deploy labs. Nobody can sign up with this username. */
export const CANARY_USERNAME = 'flagyard-canary'
