import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'
import { cloud, lessonKind } from '../courses/schemas.ts'

/** Figures of fewer learners are null: they would tell of single persons (docs/decisions/0053). */
export const FEWEST_LEARNERS = 5
/** Days back to which labs are counted. */
export const LAB_DAYS = 28

const tenths = z.array(count).length(10)

/** How learners fare in one lesson. */
export const lessonInsight = z.object({
  id: uuid,
  section: z.string(),
  title: z.string(),
  kind: lessonKind,
  /** Its length, as learners are told it. */
  estimate_seconds: count,
  /** Reports of errors that nobody has closed. */
  reports: count,
  /** Null while fewer than five have begun. */
  figures: z
    .object({
      begun: count,
      finished: count,
      /** How many finished it in one sitting, and the median of their minutes. Null while they are fewer than five. */
      sittings: z.object({ learners: count, median_minutes: count }).nullable(),
      /** Null where there is no film, or fewer than five have begun the film that is there now. */
      film: z
        .object({
          learners: count,
          /** How many saw at least half of each tenth. */
          seen: tenths,
          /** In which tenth those stand who have not finished. */
          stopped: tenths,
        })
        .nullable(),
    })
    .nullable(),
})
export type LessonInsight = z.output<typeof lessonInsight>

/** How learners fare with one flag of a lab. */
export const flagInsight = z.object({
  id: uuid,
  /** Slug and title of its lab. */
  lab: z.string(),
  lab_title: z.string(),
  title: z.string(),
  /** Null while fewer than five have tried. */
  figures: z
    .object({
      tried: count,
      solved: count,
      wrong_tries: count,
      /** How many solved it at the first, second, third, fourth try, and after more. */
      solved_at_try: z.array(count).length(5),
    })
    .nullable(),
})
export type FlagInsight = z.output<typeof flagInsight>

/** How a lab was built for learners in the last 28 days. */
export const labInsight = z.object({
  lab: z.string(),
  lab_title: z.string(),
  /** Those that ran and those that failed. */
  built: count,
  failed: count,
  /** From the click to the credentials, the queue included; null while fewer than five ran. */
  seconds: z.object({ median: count, p95: count }).nullable(),
})
export type LabInsight = z.output<typeof labInsight>

/** Deployments of a lab that failed alike: the same version of the module, at the same stage, in the same region. */
export const labFailure = z.object({
  lab: z.string(),
  lab_title: z.string(),
  cloud,
  module_version: z.string(),
  /** Null where no stage had begun. */
  stage: z.string().nullable(),
  /** Null where it had no account yet. */
  region: z.string().nullable(),
  failures: count,
  /** Of all failures of this row, the latest. */
  last_at: time,
})
export type LabFailure = z.output<typeof labFailure>

/** What a course shows of those who learn with it, counted each night. */
export const courseInsight = z.object({
  /** When the last of its figures were counted; null before the first night. */
  counted_at: time.nullable(),
  /** Null while fewer than five have begun. */
  course: z
    .object({
      begun: count,
      finished: count,
      /** Days from the first access to the end; null while fewer than five have finished. */
      median_days: count.nullable(),
    })
    .nullable(),
  lessons: z.array(lessonInsight),
  flags: z.array(flagInsight),
  labs: z.array(labInsight),
  /** In the last 28 days: the most frequent first, a hundred at most. */
  failures: z.array(labFailure),
})
export type CourseInsight = z.output<typeof courseInsight>
