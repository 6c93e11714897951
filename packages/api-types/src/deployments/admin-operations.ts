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
    summary: 'How many wait for an account in each cloud, for what, and what the accounts do',
  }),
  getPool: admin('GET /admin/pool', 'poolOverview', {
    summary: 'The pool by cloud and region: states, queue, turnaround, cost, drift, and the day ahead',
  }),
  startRegionOutage: cloud('POST /admin/region_outages', 'regionOutageInput', 'regionOutageReport', {
    idempotent: true,
    summary: 'Takes a region out of use, or says what that would do',
  }),
  endRegionOutage: cloud('POST /admin/region_outages/{id}/end', { summary: 'Takes a region into use again' }),
  listGroupReservations: holders('GET /admin/group_reservations', 'groupReservation[]', {
    summary: 'Accounts that are kept for groups, with who may use them',
  }),
  createGroupReservation: cloud('POST /admin/group_reservations', 'groupReservationInput', 'groupReservation', {
    bodyLimit: 384 * 1024,
    status: 201,
    idempotent: true,
    summary: 'Keeps accounts of a cloud for a group',
  }),
  updateGroupReservation: cloud('PATCH /admin/group_reservations/{id}', 'groupReservationEdit', 'groupReservation', {
    bodyLimit: 384 * 1024,
    summary: 'Changes what is kept for a group',
  }),
  cancelGroupReservation: cloud(
    'POST /admin/group_reservations/{id}/cancel',
    'groupReservationCancel',
    'groupReservation',
    { summary: 'Gives back what is kept for a group' },
  ),
  getDeploymentForAdmin: holders('GET /admin/deployments/{id}', 'deploymentRecord', {
    summary: 'One deployment: stages with their logs, history, and who had its account around it',
  }),
  endDeployment: supportOrCloud('POST /admin/deployments/{id}/end', 'deploymentEnd', 'deploymentRecord', {
    status: 202,
    summary: 'Ends a deployment, or takes it out of the queue; its learner is told',
  }),
  retryDeployment: supportOrCloud('POST /admin/deployments/{id}/retry', 'deploymentRetry', 'deploymentRecord', {
    status: 202,
    idempotent: true,
    summary: 'Queues a lab that ended by our fault again for its learner, near the front and at no cost',
  }),
  holdDeployment: cloud('POST /admin/deployments/{id}/hold', 'deploymentHold', 'deploymentRecord', {
    status: 202,
    summary: 'Holds the account of a deployment as it is; a lab in it ends first',
  }),
  getDeploymentInventory: holders('GET /admin/deployments/{id}/inventory', 'deploymentInventory', {
    summary: 'What the cloud account of a deployment holds, and what that costs an hour',
  }),
} satisfies Rows
