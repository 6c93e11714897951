import type { CanaryScript, DefenseQuestion, ExtraFieldType, LabHealthState } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, currency, id, instant, version } from './columns.ts'
import { users } from './users.ts'

export type CloudName = 'aws' | 'azure' | 'gcp'

export interface ModuleStage {
  name: string
  resources: ModuleResource[]
}

export interface ModuleResource {
  type: string
  name: string
  /** Variable of the dynamic flag that the simulated cloud plants in this resource. */
  holds?: string
  /** Additional attributes shown by the simulated cloud. */
  attributes?: Record<string, string>
}

/** A field of a lab's extra data. Without a type it accepts any text. */
export interface ExtraField {
  name: string
  label: string
  hint: string
  required: boolean
  max_length: number
  type?: ExtraFieldType
  choices?: string[]
}

export interface LabHealth {
  ok: boolean
  at: string
  message: string
}

/** Latest canary result of a lab or exam. */
export const healthColumns = () => ({
  health: jsonb().$type<LabHealth>(),
  health_state: text()
    .$type<LabHealthState>()
    .notNull()
    .generatedAlwaysAs(
      sql`case when health is null then 'never' when (health ->> 'ok')::boolean then 'solved' else 'failed' end`,
    ),
})

export const labs = pgTable(
  'labs',
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    difficulty: text().$type<'beginner' | 'intermediate' | 'advanced'>().notNull(),
    cloud: text().$type<CloudName>().notNull(),
    /** Null: not sold on its own. */
    price_amount: integer(),
    price_currency: currency(),
    module: text().notNull(),
    module_version: text().notNull().default('1.0.0'),
    /** Stages built by the simulated driver; the terraform driver reads the module instead. */
    module_stages: jsonb().$type<ModuleStage[]>().notNull().default([]),
    variables: jsonb().$type<Record<string, string>>().notNull().default({}),
    duration_minutes: integer().notNull(),
    extensions: integer().notNull().default(0),
    extension_minutes: integer().notNull().default(30),
    resets: integer().notNull().default(0),
    access_days: integer().notNull().default(30),
    extra_fields: jsonb().$type<ExtraField[]>().notNull().default([]),
    downloads: jsonb().$type<{ name: string; file: string; bytes: number }[]>().notNull().default([]),
    download_limit: integer().notNull().default(5),
    max_resources: integer().notNull().default(50),
    /** Millionths of the currency per hour, from the price table. */
    max_hourly_cost: integer(),
    walkthrough: text(),
    /** Defence question about the learner's own actions, asked after the flags are solved; null if there is none. */
    defense: jsonb().$type<DefenseQuestion>(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    /** Canary script that solves it; null if it cannot be tested. */
    canary: jsonb().$type<CanaryScript>(),
    ...healthColumns(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('labs_slug').on(t.slug),
    index('labs_status').on(t.status, t.slug),
    index('labs_health').on(t.health_state, t.slug),
    index('labs_title').on(t.title, t.slug),
    index('labs_updated_at').on(t.updated_at, t.slug),
    index('labs_search').using('gin', sql`search_fold(${t.slug} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)

/** A learner's clock, counters and extra data for a lab. Access itself is granted by an entitlement. */
export const labAccess = pgTable(
  'lab_access',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    first_deployed_at: instant(),
    access_ends_at: instant(),
    resets_used: integer().notNull().default(0),
    downloads_used: integer().notNull().default(0),
    download_limit: integer(),
    extra_data: jsonb().$type<Record<string, string>>().notNull().default({}),
    extra_data_at: instant(),
    /** Incremented by each correction of an administrator. */
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.lab_id] }), index('lab_access_lab').on(t.lab_id)],
)

export const labAccessDuties = personal(labAccess, {
  of: labAccess.user_id,
  as: 'labs',
  first: { lab: lookup(labAccess.lab_id, labs.slug), title: lookup(labAccess.lab_id, labs.title) },
  deleted: {
    exported: 'first_deployed_at access_ends_at resets_used downloads_used download_limit extra_data extra_data_at',
    ours: 'user_id version',
    named: 'lab_id',
  },
})

/** Hourly price of each resource type, maintained by administrators. A missing type is shown as unknown. */
export const resourcePrices = pgTable(
  'resource_prices',
  {
    cloud: text().$type<CloudName>().notNull(),
    type: text().notNull(),
    /** `*`: every region without its own row. */
    region: text().notNull().default('*'),
    /** Millionths of the currency per hour. */
    hourly_micros: integer().notNull(),
    currency: currency(),
    updated_at: createdAt(),
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.cloud, t.type, t.region] }),
    uniqueIndex('resource_prices_id').on(t.id),
    index('resource_prices_type').on(t.type, t.id),
    index('resource_prices_hourly').on(t.hourly_micros, t.id),
    index('resource_prices_updated').on(t.updated_at, t.id),
    index('resource_prices_search').using('gin', sql`search_fold(${t.type} || ' ' || ${t.region}) gin_trgm_ops`),
  ],
)

export const labRetention: readonly Retention[] = [
  {
    name: 'lab-access',
    what: 'Your time in labs, and the extra data you entered',
    why: 'So that your labs are built for you.',
    tables: [labAccess],
    ...WHILE_ACCOUNT,
  },
]

/** A flag as stored with a lab run or an exam booking: the columns of `flags` without its owner. */
export interface RunFlag {
  id: string
  slug: string
  position: number
  title: string
  question: string
  type: 'NOFLAG' | 'STATIC' | 'DYNAMIC'
  points: number
  required: boolean
  hint: string | null
  hint_cost: number | null
  walkthrough: string | null
  secret: string | null
}
