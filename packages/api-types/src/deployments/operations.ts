import type { Rows } from '../contract/operation.ts'

export const deploymentOperations = {
  getDeployment: {
    method: 'GET',
    path: '/deployments/{id}',
    auth: 'bearer',
    impersonation: 'denied',
    returns: 'deployment',
    extension: true,
    summary: 'One deployment of mine',
  },
  followDeployment: {
    method: 'GET',
    path: '/deployments/{id}/events',
    auth: 'bearer',
    impersonation: 'denied',
    stream: 'events',
    extension: true,
    summary: 'Stages and state of a deployment as server-sent events; resumes by Last-Event-ID',
  },
} as const satisfies Rows
