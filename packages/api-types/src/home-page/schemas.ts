import { z } from 'zod'
import { prose } from '../contract/content-fields.ts'
import { count, line, slug } from '../contract/fields.ts'
import { courseCard } from '../courses/schemas.ts'
import { labCard } from '../labs/schemas.ts'

export const homeBlockKind = z.enum(['hero', 'courses', 'steps', 'quotes', 'faqs', 'text'])
export type HomeBlockKind = z.output<typeof homeBlockKind>

/** Text fields may be empty: the site then writes what is true for its catalogue. */
const homeBlock = z.strictObject({
  kind: homeBlockKind,
  shown: z.boolean(),
  title: line(120),
  /** Introduction of the hero; Markdown of a free text. Other kinds have none. */
  text: prose(5_000),
  /** Slugs of featured courses, in this order. Without any, all are shown. */
  courses: z.array(slug).max(12, 'Choose at most 12 courses'),
})
export type HomeBlock = z.output<typeof homeBlock>

export const homePageEdit = z.strictObject({
  blocks: z
    .array(homeBlock)
    .min(1, 'Leave at least one block')
    .max(20, 'Use at most 20 blocks')
    .superRefine((blocks, issues) => {
      for (const [at, { kind, title, text }] of blocks.entries()) {
        if (kind !== 'text' && blocks.findIndex((block) => block.kind === kind) < at)
          issues.addIssue({ code: 'custom', path: [at, 'kind'], message: 'Only free texts can occur more than once' })
        if (kind === 'text' && !title)
          issues.addIssue({ code: 'custom', path: [at, 'title'], message: 'Enter a title' })
        if (kind === 'text' && !text.trim())
          issues.addIssue({ code: 'custom', path: [at, 'text'], message: 'Enter a text' })
      }
    }),
  /** 0 until the page is saved for the first time. */
  version: z.int().min(0),
})

/** Block as visitors see it. The server derives its statements from the catalogue, and omits blocks without content. */
const shownBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hero'),
    title: z.string(),
    text: z.string(),
    /** Whether the catalogue has a lesson that visitors can open. */
    free_lesson: z.boolean(),
    /** Clouds of the labs. */
    clouds: count,
    /** A lab on sale, for the picture. */
    lab: labCard.pick({ title: true, cloud: true, duration_minutes: true }).nullable(),
  }),
  z.object({ kind: z.literal('courses'), title: z.string(), courses: z.array(courseCard) }),
  z.object({
    kind: z.literal('steps'),
    title: z.string(),
    steps: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
  z.object({
    kind: z.literal('quotes'),
    title: z.string(),
    quotes: z.array(z.object({ text: z.string(), name: z.string().nullable(), course: z.string(), slug: z.string() })),
  }),
  z.object({
    kind: z.literal('faqs'),
    title: z.string(),
    questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  z.object({ kind: z.literal('text'), title: z.string(), text: z.string() }),
])
export type ShownBlock = z.output<typeof shownBlock>

export const homePage = z.object({ blocks: z.array(shownBlock) })
export type HomePage = z.output<typeof homePage>

export const homePageSettings = z.object({
  blocks: z.array(homeBlock),
  version: z.int(),
  allowed: z.array(z.enum(['update'])),
})
export type HomePageSettings = z.output<typeof homePageSettings>
