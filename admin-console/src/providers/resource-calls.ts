import type { Page } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import type { CallOptions } from '@flagyard/api-types/contract/client'
import { bodyName, type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import type { Api } from './api.ts'

type Name = keyof typeof adminOperations
type Fields = Record<string, unknown>

/** One call behind one verb: its name in the contract, which also tells who may, and how its input is made. */
interface Verb<I extends unknown[], O> {
  name: Name
  run: (...input: I) => Promise<O>
}

export interface ListInput {
  filter: string
  range: string
  sort: string
}

/** Which call stands behind which verb. A verb left out is one that the API does not offer. */
export interface ResourceCalls {
  list: Verb<[ListInput, CallOptions], Page<unknown>>
  one?: Verb<[string, CallOptions], unknown>
  create?: Verb<[Fields], unknown>
  update?: Verb<[string, Fields], unknown>
  remove?: Verb<[string], unknown>
  nuke?: Verb<[string, Nuke], unknown>
}

export interface Nuke {
  /** The account's id, typed. */
  confirm: string
  end_deployment?: boolean
}

/** The names of a resource's calls, where the record's id stands in the path and its fields are the body. */
export type CallNames = { list: Name } & Partial<Record<'one' | 'create' | 'update' | 'remove', Name>>
export interface Regular {
  name: string
  calls?: CallNames
}

/** The table of calls: those that resources name, and the irregular paths and keys of SPEC §7, told here and nowhere else. */
export function resourceCalls(api: Api, resources: Regular[]): Record<string, ResourceCalls> {
  const regular = resources.flatMap(({ name, calls }) => (calls ? [[name, regularCalls(api, calls)] as const] : []))
  return {
    ...Object.fromEntries(regular),
    users: {
      list: { name: 'listUsers', run: api.listUsers },
      one: { name: 'getUser', run: (username, options) => api.getUser({ username }, options) },
      update: {
        name: 'updateUser',
        run: (username, change) => api.updateUser({ userEdit: { username, ...change } as UserEdit }),
      },
    },
    courses: { list: { name: 'listCoursesForAdmin', run: api.listCoursesForAdmin } },
    labs: { list: { name: 'listLabsForAdmin', run: api.listLabsForAdmin } },
    exams: { list: { name: 'listExamsForAdmin', run: api.listExamsForAdmin } },
    feedback_forms: { list: { name: 'listFeedbackForms', run: api.listFeedbackForms } },
    vouchers: { list: { name: 'listVouchers', run: api.listVouchers } },
    certificates: { list: { name: 'listCertificates', run: api.listCertificates } },
    aws_accounts: {
      list: { name: 'listAwsAccounts', run: api.listAwsAccounts },
      one: { name: 'getCloudAccount', run: (id, options) => api.getCloudAccount({ id }, options) },
      update: {
        name: 'updateAwsAccount',
        run: (account_id, change) => api.updateAwsAccount({ awsAccountEdit: { account_id, ...change } }),
      },
      remove: { name: 'deleteAwsAccount', run: (account_id) => api.deleteAwsAccount({ account_id }) },
      nuke: {
        name: 'nukeAwsAccount',
        run: (account_id, nukeConfirmation) => api.nukeAwsAccount({ account_id, nukeConfirmation }),
      },
    },
    azure_subscriptions: {
      list: { name: 'listAzureSubscriptions', run: api.listAzureSubscriptions },
      one: { name: 'getCloudAccount', run: (id, options) => api.getCloudAccount({ id }, options) },
      update: {
        name: 'updateAzureSubscription',
        run: (subscription_id, change) =>
          api.updateAzureSubscription({ azureSubscriptionEdit: { subscription_id, ...change } }),
      },
      remove: {
        name: 'deleteAzureSubscription',
        run: (subscription_id) => api.deleteAzureSubscription({ subscription_id }),
      },
      nuke: {
        name: 'nukeAzureSubscription',
        run: (subscription_id, nukeConfirmation) => api.nukeAzureSubscription({ subscription_id, nukeConfirmation }),
      },
    },
    gcp_projects: {
      list: { name: 'listGcpProjects', run: api.listGcpProjects },
      one: { name: 'getCloudAccount', run: (id, options) => api.getCloudAccount({ id }, options) },
      update: {
        name: 'updateGcpProject',
        run: (project_id, change) => api.updateGcpProject({ gcpProjectEdit: { project_id, ...change } }),
      },
      remove: { name: 'deleteGcpProject', run: (project_id) => api.deleteGcpProject({ project_id }) },
      nuke: {
        name: 'nukeGcpProject',
        run: (project_id, nukeConfirmation) => api.nukeGcpProject({ project_id, nukeConfirmation }),
      },
    },
    audit: { list: { name: 'listAudit', run: api.listAudit } },
    bulk_jobs: {
      list: { name: 'listBulkJobs', run: api.listBulkJobs },
      one: { name: 'getBulkJob', run: (job_id, options) => api.getBulkJob({ job_id }, options) },
    },
  }
}

/** Where a record's id goes, and under which name its fields, is read from the contract's rows. */
function regularCalls(api: Api, { list, one, create, update, remove }: CallNames): ResourceCalls {
  const run = (name: Name, input: Fields, options?: CallOptions) =>
    (api[name] as (input: Fields, options?: CallOptions) => Promise<unknown>)(input, options)
  const idOf = (name: Name, id: string): Fields =>
    Object.fromEntries(pathNames(rowOf(name).path).map((key) => [key, id]))
  const bodyOf = (name: Name, fields: Fields): Fields => ({ [bodyName(rowOf(name)) ?? '']: fields })
  return {
    list: { name: list, run: (input, options) => run(list, { ...input }, options) as Promise<Page<unknown>> },
    ...(one && { one: { name: one, run: (id, options) => run(one, idOf(one, id), options) } }),
    ...(create && { create: { name: create, run: (fields) => run(create, bodyOf(create, fields)) } }),
    ...(update && {
      update: { name: update, run: (id, fields) => run(update, { ...idOf(update, id), ...bodyOf(update, fields) }) },
    }),
    ...(remove && { remove: { name: remove, run: (id) => run(remove, idOf(remove, id)) } }),
  }
}

const rowOf = (name: Name): Operation => adminOperations[name]

type UserEdit = Parameters<Api['updateUser']>[0]['userEdit']
