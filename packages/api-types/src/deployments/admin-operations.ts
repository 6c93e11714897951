import type { Rows } from '../contract/operation.ts'
import { admin, adminWith, cloud, holders } from '../contract/row.ts'

const supportOrCloud = adminWith('support', 'cloud')

export const deploymentAdminOperations = {
  listDeployments: holders('GET /admin/deployments', 'deploymentRow[]', {
    list: {
      filter: 'deploymentFilter',
      sorts: ['created_at', 'queue', 'ends_at', 'ended_at'],
      defaultSort: ['created_at', 'DESC'],
    },
    summary: 'Deployments: filtered, sorted, paged',
  }),
  listLabQueues: admin('GET /admin/lab_queues', 'labQueue[]', {
    summary: 'Queue length and account states of each cloud',
  }),
  getPool: admin('GET /admin/pool', 'poolOverview', {
    summary: 'The pool by cloud and region: states, queue, turnaround, cost, drift, and the day ahead',
  }),
  startRegionOutage: cloud('POST /admin/region_outages', 'regionOutageInput', 'regionOutageReport', {
    idempotent: true,
    summary: 'Takes a region out of use; with a dry run',
  }),
  endRegionOutage: cloud('POST /admin/region_outages/{id}/end', { summary: 'Puts a region back into use' }),
  listGroupReservations: holders('GET /admin/group_reservations', 'groupReservation[]', {
    summary: 'Account reservations for groups, with their members',
  }),
  createGroupReservation: cloud('POST /admin/group_reservations', 'groupReservationInput', 'groupReservation', {
    bodyLimit: 384 * 1024,
    status: 201,
    idempotent: true,
    summary: 'Reserves accounts of a cloud for a group',
  }),
  updateGroupReservation: cloud('PATCH /admin/group_reservations/{id}', 'groupReservationEdit', 'groupReservation', {
    bodyLimit: 384 * 1024,
    summary: 'Changes a group reservation',
  }),
  cancelGroupReservation: cloud(
    'POST /admin/group_reservations/{id}/cancel',
    'groupReservationCancel',
    'groupReservation',
    { summary: 'Cancels a group reservation' },
  ),
  getDeploymentForAdmin: holders('GET /admin/deployments/{id}', 'deploymentRecord', {
    summary: 'One deployment: stages with logs, history, and the holders of its account',
  }),
  endDeployment: supportOrCloud('POST /admin/deployments/{id}/end', 'deploymentEnd', 'deploymentRecord', {
    status: 202,
    summary: 'Ends a deployment, or removes it from the queue, and notifies the learner',
  }),
  retryDeployment: supportOrCloud('POST /admin/deployments/{id}/retry', 'deploymentRetry', 'deploymentRecord', {
    status: 202,
    idempotent: true,
    summary: 'Requeues a lab that failed because of us, near the front and at no cost',
  }),
  holdDeployment: cloud('POST /admin/deployments/{id}/hold', 'deploymentHold', 'deploymentRecord', {
    status: 202,
    summary: 'Holds the account of a deployment with its contents; a lab in it ends first',
  }),
  getDeploymentInventory: holders('GET /admin/deployments/{id}/inventory', 'deploymentInventory', {
    summary: 'Resources in the cloud account of a deployment, with their hourly cost',
  }),
} satisfies Rows
