import { canaryScript } from '@flagyard/api-types/canaries/script'
import { bundleFile, courseFile, examFile, formFile, labFile, lessonFile } from '@flagyard/api-types/content/files'
import { line } from '@flagyard/api-types/contract/fields'
import fc from 'fast-check'
import type { Bundle, Content, Course, Exam, Flag, Form, Lab, Lesson } from '../src/areas/authoring/content/model.ts'

/** Catalogues as an author might write them, with texts that YAML and Markdown could stumble over. */

/** Few, so that two random catalogues have much in common. */
const slugs = ['alpha', 'beta-2', 'c', 'x-y-z', '4'] as const
const slug = fc.constantFrom(...slugs)
/** Different things of one kind. */
const named = <T extends object>(item: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<(T & { slug: string })[]> =>
  fc
    .array(fc.tuple(slug, item), { maxLength: maxLength * 2 })
    .map((entries) => [...new Map(entries)].slice(0, maxLength).map(([slug, value]) => ({ ...value, slug })))

const awkward = [
  'no',
  '~',
  'null',
  '0x1F',
  '1e3',
  '2026-01-01',
  '- a',
  'a: b',
  'a #b',
  '| ',
  "it's",
  '"q"',
  '...',
  '---',
  '*a',
  '&a',
  '{a',
  '%a',
  '@a',
  '!a',
  '=',
  '<<',
  'a:',
  '﷽',
]
const oneLine = fc
  .oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }))
  .map((value) => value.trim())
  .filter((value) => value !== '' && line(60).safeParse(value).data === value)
const prose = fc
  .array(fc.oneof(oneLine, fc.constantFrom('\n', '\n\n', '  ', '\t', '---\n', ' \n', '```\n', '<b>')), { maxLength: 6 })
  .map((parts) => parts.join(''))
/** A byte order mark at the beginning of a file is its own affair. */
const markdown = prose.filter((text) => !text.startsWith('\uFEFF'))
const price = fc.record({ amount: fc.nat(100_000), currency: fc.constantFrom('EUR', 'USD') })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const level = fc.constantFrom('beginner', 'intermediate', 'advanced')
const cloud = fc.constantFrom('aws', 'azure', 'gcp')
const status = fc.constantFrom('draft', 'published', 'archived')

const flag: fc.Arbitrary<Omit<Flag, 'slug'>> = fc
  .record({
    title: oneLine,
    question: prose,
    type: fc.constantFrom('STATIC', 'DYNAMIC', 'NOFLAG'),
    points: fc.nat(50),
    required: fc.boolean(),
    hint: maybe(prose),
    hint_cost: maybe(fc.nat(10)),
    walkthrough: maybe(prose),
    variable: fc.constantFrom('flag_one', 'flag_two'),
    secret: oneLine,
  })
  .map(({ variable, secret, ...rest }) => ({
    ...rest,
    variable: rest.type === 'DYNAMIC' ? variable : null,
    ...(rest.type === 'STATIC' && { secret }),
  }))

const module = {
  module: oneLine,
  module_stages: fc.array(
    fc.record({
      name: oneLine,
      resources: fc.array(
        fc.record(
          { type: oneLine, name: oneLine, holds: fc.constant('flag_one'), attributes: fc.dictionary(oneLine, prose) },
          { requiredKeys: ['type', 'name'] },
        ),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
}

const canaryPlace = fc.oneof(
  fc.record({ words: oneLine }),
  fc.record({ output: oneLine }),
  fc.record({
    resource: fc.record(
      { type: oneLine, name: oneLine, where: fc.dictionary(oneLine, oneLine), take: oneLine },
      { requiredKeys: ['type', 'take'] },
    ),
  }),
  fc.constant({}),
)

/** A script names flags that there are. */
function scriptOf({ flags }: { flags: { slug: string }[] }, answers: object[]) {
  const named = flags.slice(0, answers.length).map(({ slug }, at) => ({ flag: slug, ...answers[at] }))
  return named.length > 0 ? canaryScript.parse({ answers: named }) : null
}

const lab: fc.Arbitrary<Omit<Lab, 'slug'>> = fc
  .record({
    title: oneLine,
    status,
    difficulty: level,
    cloud,
    price: maybe(price),
    duration_minutes: fc.integer({ min: 1, max: 300 }),
    resets: fc.nat(5),
    max_hourly_cost: maybe(fc.nat(9000)),
    description: prose,
    ...module,
    variables: fc.dictionary(fc.constantFrom('region', 'SIZE', '_x'), prose),
    extra_fields: fc.constantFrom([], [{ name: 'address', label: 'Your address', type: 'ipv4', required: true }]),
    flags: named(flag),
    walkthrough: maybe(markdown),
    answers: fc.array(canaryPlace, { maxLength: 3 }),
  })
  // Where nothing is sold, no currency is kept.
  .map(({ walkthrough, answers, ...fields }) => ({
    ...labFile.parse(fields),
    walkthrough,
    canary: scriptOf(fields, answers),
  }))

const exam: fc.Arbitrary<Omit<Exam, 'slug'>> = fc
  .record({
    title: oneLine,
    status,
    cloud,
    price,
    bookable: fc.boolean(),
    duration_minutes: fc.integer({ min: 1, max: 3000 }),
    passing_points: fc.nat(100),
    cooldown_days: fc.array(fc.nat(30), { maxLength: 3 }),
    certificate_title: maybe(oneLine),
    description: prose,
    rules: prose,
    ...module,
    flags: named(flag),
    answers: fc.array(canaryPlace, { maxLength: 3 }),
  })
  .map(({ answers, ...fields }) => ({ ...examFile.parse(fields), canary: scriptOf(fields, answers) }))

const form: fc.Arbitrary<Omit<Form, 'slug'>> = fc
  .record({
    title: oneLine,
    intro: prose,
    questions: named(
      fc
        .record({
          kind: fc.constantFrom('rating', 'single', 'multiple', 'text', 'recommend'),
          label: oneLine,
          choices: fc.array(oneLine, { minLength: 1, maxLength: 3 }),
          required: fc.boolean(),
        })
        .map((each) => ({ ...each, choices: /single|multiple/.test(each.kind) ? each.choices : [] })),
    ),
  })
  .map((fields) => formFile.parse(fields))

const chapters = fc
  .uniqueArray(fc.record({ second: fc.nat(5000), title: oneLine }), { maxLength: 3, selector: ({ second }) => second })
  .map((unordered) => unordered.toSorted((a, b) => a.second - b.second))

const lesson: fc.Arbitrary<Omit<Lesson, 'slug'>> = fc
  .record({
    title: oneLine,
    kind: fc.constantFrom('video', 'reading'),
    required: fc.boolean(),
    free_preview: fc.boolean(),
    duration_seconds: maybe(fc.nat(5000)),
    chapters,
    body: markdown,
  })
  .map(({ body, ...fields }) => ({ ...lessonFile.parse(fields), body }))

const course: fc.Arbitrary<Omit<Course, 'slug'>> = fc
  .record({
    title: oneLine,
    subtitle: fc.oneof(fc.constant(''), oneLine),
    status: fc.constantFrom('draft', 'beta', 'published', 'archived'),
    position: fc.nat(5),
    level,
    clouds: fc.uniqueArray(cloud),
    tags: fc.array(oneLine, { maxLength: 3 }),
    price,
    access_days: maybe(fc.integer({ min: 1, max: 500 })),
    certificate_type: maybe(fc.constantFrom('required', 'commercial', 'arte')),
    video_share: fc.constantFrom(0.9, 0.5, 1),
    estimated_hours: maybe(fc.constantFrom(0, 0.5, 7.25)),
    description: prose,
    outcomes: fc.array(oneLine, { maxLength: 3 }),
    instructors: fc.array(fc.record({ name: oneLine, title: fc.constant(''), bio: prose }), { maxLength: 2 }),
    sections: named(fc.record({ title: oneLine, lessons: named(lesson) })),
  })
  .map(({ sections, ...fields }) => ({
    ...courseFile.omit({ sections: true }).parse(fields),
    sections: sections.map((section) => ({ ...section, opens_after: null })),
  }))

const bundle: fc.Arbitrary<Omit<Bundle, 'slug'>> = fc
  .record({ title: oneLine, status, price, description: prose })
  .map((fields) => bundleFile.parse(fields))

/** Whole catalogues, whose parts name each other. */
export const anyContent: fc.Arbitrary<Content> = fc
  .record({
    forms: named(form, 3),
    labs: named(lab, 3),
    courses: named(course, 3),
    bundles: named(bundle, 2),
    exams: named(exam, 2),
    picks: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
  })
  .map(({ picks, ...content }) => link(content, picks))

/** Lets things name others that are there, as the numbers say. */
function link(content: Content, picks: number[]): Content {
  let at = 0
  const pick = <T>(list: readonly T[]): T | undefined => list[(picks[at++ % picks.length] ?? 0) % (list.length + 1)]
  const courses = content.courses.map((course) => ({
    ...course,
    feedback_form: pick(content.forms)?.slug ?? null,
    sections: course.sections.map((section, place, sections) => ({
      ...section,
      opens_after: pick(sections.filter((_, other) => other !== place))?.slug ?? null,
      lessons: section.lessons.map((lesson): Lesson => {
        const lab = pick(content.labs)
        return lab ? { ...lesson, kind: 'lab', lab: lab.slug } : lesson
      }),
    })),
  }))
  return {
    ...content,
    courses,
    bundles: content.bundles.map((bundle) => ({
      ...bundle,
      courses: courses
        .filter(() => (picks[at++ % picks.length] ?? 0) % 2 === 0)
        // A bundle on sale whose courses have their price in another currency is refused.
        .filter(({ price }) => price.amount === 0 || price.currency === bundle.price.currency)
        .map(({ slug }) => slug),
    })),
    exams: content.exams.map((exam) => ({ ...exam, course: pick(courses)?.slug ?? null })),
  }
}
