import type { PgTable } from 'drizzle-orm/pg-core'
import type { Course } from '../areas/authoring/content/index.ts'
import type { Tx } from '../db/open.ts'
import type { CloudName, EndReason, ModuleStage } from '../db/schema/index.ts'
import * as schema from '../db/schema/index.ts'
import type { Secrets } from '../secrets.ts'
import type { Films } from './catalogue/films.ts'

/** Tables filled by the demo, each after the tables it refers to. */
export const tables = {
  resourcePrices: schema.resourcePrices,
  sellers: schema.sellers,
  feedbackForms: schema.feedbackForms,
  feedbackQuestions: schema.feedbackQuestions,
  feedbackFormVersions: schema.feedbackFormVersions,
  storedFiles: schema.storedFiles,
  labs: schema.labs,
  canaryRuns: schema.canaryRuns,
  courses: schema.courses,
  sections: schema.sections,
  lessons: schema.lessons,
  bundles: schema.bundles,
  bundleCourses: schema.bundleCourses,
  exams: schema.exams,
  flags: schema.flags,
  banners: schema.banners,
  users: schema.users,
  legalVersions: schema.legalVersions,
  legalAcceptances: schema.legalAcceptances,
  organisations: schema.organisations,
  organisationManagers: schema.organisationManagers,
  organisationInvitations: schema.organisationInvitations,
  orders: schema.orders,
  refunds: schema.refunds,
  invoices: schema.invoices,
  counters: schema.counters,
  disputes: schema.disputes,
  vouchers: schema.vouchers,
  entitlements: schema.entitlements,
  labAccess: schema.labAccess,
  lessonProgress: schema.lessonProgress,
  courseProgress: schema.courseProgress,
  notes: schema.notes,
  lessonBookmarks: schema.lessonBookmarks,
  examAttempts: schema.examAttempts,
  incidents: schema.incidents,
  examLedger: schema.examLedger,
  extraPoints: schema.extraPoints,
  conductCases: schema.conductCases,
  cloudAccounts: schema.cloudAccounts,
  deployments: schema.deployments,
  cloudAccountTransitions: schema.cloudAccountTransitions,
  nukeReceipts: schema.nukeReceipts,
  simulatedResources: schema.simulatedResources,
  simulatedFaults: schema.simulatedFaults,
  flagTries: schema.flagTries,
  flagSolves: schema.flagSolves,
  certificates: schema.certificates,
  certificateCorrections: schema.certificateCorrections,
  flagAlerts: schema.flagAlerts,
  lessonReports: schema.lessonReports,
  missingCommands: schema.missingCommands,
  paymentEvents: schema.paymentEvents,
  payouts: schema.payouts,
  payoutLines: schema.payoutLines,
  bulkJobs: schema.bulkJobs,
  bulkItems: schema.bulkItems,
  webhooks: schema.webhooks,
  webhookDeliveries: schema.webhookDeliveries,
  groupReservations: schema.groupReservations,
  feedbackResponses: schema.feedbackResponses,
  feedbackAnswers: schema.feedbackAnswers,
  feedbackTallies: schema.feedbackTallies,
  feedbackQuotes: schema.feedbackQuotes,
  audit: schema.audit,
}
type Tables = typeof tables

export type Rows = { [Name in keyof Tables]: Tables[Name]['$inferInsert'][] }

export function emptyRows(): Rows {
  return Object.fromEntries(Object.keys(tables).map((name) => [name, []])) as unknown as Rows
}

/** Writes everything in few statements of some hundred rows each, well below the number of parameters that Postgres accepts. */
export async function insertRows(tx: Tx, rows: Rows): Promise<void> {
  for (const [name, table] of Object.entries(tables) as [keyof Tables, PgTable][]) {
    const waiting: Record<string, unknown>[] = rows[name]
    for (let from = 0; from < waiting.length; from += CHUNK) {
      await tx.insert(table).values(waiting.slice(from, from + CHUNK))
    }
  }
}

const CHUNK = 400

/** A past deployment, before it is assigned to an account. */
export interface Lease {
  id: string
  user_id: string
  lab_id?: string
  attempt_id?: string
  course_id?: string
  lesson_id?: string
  cloud: CloudName
  stages: ModuleStage[]
  queued_at: Date
  reason: EndReason
  minutes: number
  duration_seconds: number
}

/** A learner who completed a course. */
export interface Graduate {
  user_id: string
  username: string
  name: string
  company: string | null
  course: Course
  at: Date
}

export interface Story {
  now: Date
  films: Films
  /** Hash of the password shared by all demo accounts. */
  passwordHash: string
  /** Seals credentials and webhook secrets, each to its row. */
  seal: Secrets['seal']
}
