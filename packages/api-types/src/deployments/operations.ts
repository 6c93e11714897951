import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const deploymentOperations = {
  getDeployment: signedIn('GET /deployments/{id}', 'deployment', {
    impersonation: 'denied',
    summary: 'One of my deployments',
  }),
  followDeployment: signedIn('GET /deployments/{id}/events', {
    impersonation: 'denied',
    stream: 'events',
    summary: 'Stages and state of a deployment as server-sent events; resumes by Last-Event-ID',
  }),
  deployLab: signedIn.published('POST /labs/deploy/{slug}/{section}/{lesson}', 'deployment', {
    status: 202,
    rate: 'lab',
    idempotent: true,
    summary: 'Deploys the lab in an account of the pool, or queues it',
  }),
  destroyLab: signedIn.published('POST /labs/destroy/{slug}/{section}/{lesson}', 'deployment', {
    status: 202,
    summary: 'Ends the lab',
  }),
  extendLab: signedIn.published('POST /labs/extend/{slug}/{section}/{lesson}', 'deployment', {
    idempotent: true,
    summary: 'Extends the lab near its end',
  }),
  resetLab: signedIn.published('POST /labs/reset/{slug}', 'deployment', {
    status: 202,
    rate: 'lab',
    idempotent: true,
    summary: 'Rebuilds the lab and asks for its extra data again',
  }),
  resetLabEnvironment: signedIn.published('POST /labs/reset/{slug}/{section}/{lesson}', 'deployment', {
    status: 202,
    rate: 'lab',
    idempotent: true,
    summary: 'Rebuilds the lab environment',
  }),
} satisfies Rows
