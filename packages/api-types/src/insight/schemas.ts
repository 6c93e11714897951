import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'
import { cloud, lessonKind } from '../courses/schemas.ts'

/** Minimum number of learners for a figure. Figures of fewer are null, because they could identify individuals (docs/decisions/0053). */
export const FEWEST_LEARNERS = 5
/** Days of lab deployments included in the figures. */
export const LAB_DAYS = 28

const tenths = z.array(count).length(10)

/** Learner progress in one lesson. */
export const lessonInsight = z.object({
  id: uuid,
  section: z.string(),
  title: z.string(),
  kind: lessonKind,
  /** Estimated length, as shown to learners. */
  estimate_seconds: count,
  /** Error reports that are not closed. */
  reports: count,
  /** Null if fewer than five learners have begun. */
  figures: z
    .object({
      begun: count,
      finished: count,
      /** Learners who finished it in one sitting, and their median minutes. Null if fewer than five. */
      sittings: z.object({ learners: count, median_minutes: count }).nullable(),
      /** Null if there is no video, or fewer than five learners have begun the current one. */
      film: z
        .object({
          learners: count,
          /** Learners who watched at least half of each tenth. */
          seen: tenths,
          /** Learners who have not finished, by the tenth in which they stopped. */
          stopped: tenths,
        })
        .nullable(),
    })
    .nullable(),
})
export type LessonInsight = z.output<typeof lessonInsight>

/** Learner results for one flag of a lab. */
export const flagInsight = z.object({
  id: uuid,
  /** Slug and title of its lab. */
  lab: z.string(),
  lab_title: z.string(),
  title: z.string(),
  /** Null if fewer than five learners have tried. */
  figures: z
    .object({
      tried: count,
      solved: count,
      wrong_tries: count,
      /** Learners who solved it on the first, second, third, fourth and any later try. */
      solved_at_try: z.array(count).length(5),
    })
    .nullable(),
})
export type FlagInsight = z.output<typeof flagInsight>

/** Builds of a lab for learners in the last 28 days. */
export const labInsight = z.object({
  lab: z.string(),
  lab_title: z.string(),
  /** Successful and failed builds. */
  built: count,
  failed: count,
  /** From the request to the credentials, including the queue; null if fewer than five builds succeeded. */
  seconds: z.object({ median: count, p95: count }).nullable(),
})

/** Failed deployments of a lab with the same module version, stage and region. */
export const labFailure = z.object({
  lab: z.string(),
  lab_title: z.string(),
  cloud,
  module_version: z.string(),
  /** Null if no stage had started. */
  stage: z.string().nullable(),
  /** Null if it had no account yet. */
  region: z.string().nullable(),
  failures: count,
  /** Time of the latest failure in this row. */
  last_at: time,
})
export type LabFailure = z.output<typeof labFailure>

/** Learning figures of a course, counted each night. */
export const courseInsight = z.object({
  /** When the latest figures were counted; null before the first night. */
  counted_at: time.nullable(),
  /** Null if fewer than five learners have begun. */
  course: z
    .object({
      begun: count,
      finished: count,
      /** Days from first access to completion; null if fewer than five learners have finished. */
      median_days: count.nullable(),
    })
    .nullable(),
  lessons: z.array(lessonInsight),
  flags: z.array(flagInsight),
  labs: z.array(labInsight),
  /** In the last 28 days, most frequent first; at most 100. */
  failures: z.array(labFailure),
})
export type CourseInsight = z.output<typeof courseInsight>
