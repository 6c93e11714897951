import { z } from 'zod'
import { count, listFilter, money, search, time, uuid } from '../contract/fields.ts'

export const level = z.enum(['beginner', 'intermediate', 'advanced'])

export const courseStatus = z.enum(['draft', 'beta', 'published', 'archived'])

export const lessonKind = z.enum(['video', 'lab', 'reading'])

export const cloud = z.enum(['aws', 'azure', 'gcp'])
export type Cloud = z.output<typeof cloud>

export const certificateType = z.enum(['required', 'commercial', 'arte'])

/** A picture to display, with its size in pixels. */
const picture = z.object({ url: z.string(), width: count, height: count })

/** Fields shared by a catalogue card and the course page. */
const courseFacts = z.object({
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  level,
  language: z.string(),
  clouds: z.array(cloud),
  tags: z.array(z.string()),
  price: money,
  estimated_hours: z.number(),
  lessons: count,
  labs: count,
  status: courseStatus,
  /** If null, a drawing is shown. */
  cover: picture.nullable(),
})

export const courseCard = courseFacts.extend({
  /** Free lessons that are not labs. */
  free_lessons: count,
  /** Number of labs that anyone can rehearse in a simulated account. */
  rehearsals: count,
  /** Whether an exam for this course is on sale. */
  exam_on_sale: z.boolean(),
})
export type CourseCard = z.output<typeof courseCard>

/** Search words by slug, in addition to the titles on the cards. */
const wordsBySlug = z.record(z.string(), z.string())

export const catalogueWords = z.object({ courses: wordsBySlug, labs: wordsBySlug, exams: wordsBySlug })
export type CatalogueWords = z.output<typeof catalogueWords>

const instructor = z.object({
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  picture: picture.nullable(),
  courses: z.array(z.object({ slug: z.string(), title: z.string() })),
})

export type Instructor = z.output<typeof instructor>

const outlineLesson = z.object({
  slug: z.string(),
  title: z.string(),
  kind: lessonKind,
  required: z.boolean(),
  free_preview: z.boolean(),
  duration_seconds: count,
})

const outlineSection = z.object({
  slug: z.string(),
  title: z.string(),
  opens_after: z.string().nullable(),
  lessons: z.array(outlineLesson),
})

/** The public course page, with its outline but without lesson content. */
export const course = courseFacts.extend({
  id: uuid,
  description: z.string(),
  outcomes: z.array(z.string()),
  prerequisites: z.array(z.string()),
  instructors: z.array(instructor),
  /** Days of access; null for unlimited access. */
  access_days: z.int().nullable(),
  certificate_type: certificateType.nullable(),
  exam: z.object({ slug: z.string(), title: z.string(), bookable: z.boolean() }).nullable(),
  sections: z.array(outlineSection),
})
export type Course = z.output<typeof course>

/** The whole course, for enrolled learners. */
export const courseDetails = course.extend({
  sections: z.array(
    outlineSection.extend({
      lessons: z.array(
        outlineLesson.extend({
          body: z.string(),
          has_video: z.boolean(),
          lab: z.object({ slug: z.string(), title: z.string(), cloud, flags: count }).nullable(),
        }),
      ),
    }),
  ),
})
export type CourseDetails = z.output<typeof courseDetails>

const detailedSection = courseDetails.shape.sections.element

/** The course as it will be after its draft is published. Lessons are identified by id, because a draft may change their slugs. */
export const coursePreview = courseDetails.extend({
  sections: z.array(
    detailedSection.extend({ lessons: z.array(detailedSection.shape.lessons.element.extend({ id: uuid })) }),
  ),
})
export type CoursePreview = z.output<typeof coursePreview>

export const bundle = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  price: money,
  status: z.enum(['draft', 'published', 'archived']),
  courses: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      subtitle: z.string(),
      level,
      price: money,
      /** Days of access; null for unlimited access. */
      access_days: z.int().nullable(),
    }),
  ),
})
export type Bundle = z.output<typeof bundle>

/** An option of a select field; includes drafts. */
export const choice = z.object({ id: z.string(), slug: z.string(), title: z.string(), status: z.string() })

export const courseRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status: courseStatus,
  level,
  price: money,
  lessons: count,
  learners: count,
  completed: count,
  updated_at: time,
})
export type CourseRow = z.output<typeof courseRow>

export const courseFilter = listFilter({
  q: search.optional(),
  status: courseStatus.optional(),
  level: level.optional(),
})
