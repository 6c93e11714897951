import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from '@flagyard/api-types/contract/fields'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../areas/authoring/content/files/folder.ts'
import { FILES } from '../../areas/authoring/content/files/paths.ts'
import { writeContent } from '../../areas/authoring/content/files/write.ts'
import { catalogue, lessonSeconds, studyHours } from './catalogue.ts'
import { catalogueFolder, readFilms } from './films.ts'
import { prices } from './prices.ts'

interface CloudTrailRecord {
  eventName: string
  eventTime: string
  userIdentity: { arn: string }
  requestParameters: { roleArn?: string } | null
}

const films = readFilms()
const lessons = catalogue.courses.flatMap((course) =>
  course.sections.flatMap((section) => section.lessons.map((lesson) => ({ course, lesson }))),
)

describe('the demo catalogue', () => {
  it('has three courses of three or four sections, twelve lessons or more, and a free lesson', () => {
    expect(catalogue.courses).toHaveLength(3)
    for (const { sections } of catalogue.courses) {
      const all = sections.flatMap((section) => section.lessons)
      expect([3, 4]).toContain(sections.length)
      expect(all.length).toBeGreaterThanOrEqual(12)
      expect(all.some((lesson) => lesson.free_preview)).toBe(true)
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['video', 'lab', 'reading']))
    }
  })

  it('has 150 to 350 unique words in every lesson', () => {
    const texts = lessons.map(({ lesson }) => lesson.body)
    for (const text of texts) {
      const words = text.split(/\s+/).length
      expect(words).toBeGreaterThan(150)
      expect(words).toBeLessThan(350)
      expect(text).not.toMatch(/lorem ipsum|to be written|xxx/i)
    }
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('promises no hint in any lesson, because hints are not available yet', () => {
    for (const { lesson } of lessons) expect(lesson.body).not.toMatch(/\bhints?\b/i)
  })

  it('is formatted exactly like an export, so that a diff shows only the change', async () => {
    expect(writeContent(catalogue)).toEqual(new Map([...(await openFolder(catalogueFolder)).texts].toSorted()))
  })

  it('has a small film with captions for every video lesson, and a length for every lesson', () => {
    for (const { lesson } of lessons) {
      expect(lessonSeconds(films, lesson)).toBeGreaterThan(0)
      expect(lesson.video !== null).toBe(lesson.kind === 'video')
      if (!lesson.video) continue
      const film = join(films.folder, lesson.video)
      expect(statSync(film).size).toBeLessThan(350_000)
      expect(existsSync(film.replace('.webm', '.vtt'))).toBe(true)
      expect(lessonSeconds(films, lesson)).toBeGreaterThanOrEqual(20)
      expect(lessonSeconds(films, lesson)).toBeLessThanOrEqual(45)
    }
  })

  it('states the hours that the lessons of a course add up to', () => {
    for (const course of catalogue.courses) {
      const own = lessons.filter((one) => one.course === course)
      const hours = own.reduce((sum, { lesson }) => sum + lessonSeconds(films, lesson), 0) / 3600
      expect(Math.abs(studyHours(films, course) - hours)).toBeLessThanOrEqual(0.25)
    }
  })

  it('ends the captions of a film when the film ends', () => {
    for (const { lesson } of lessons.filter(({ lesson }) => lesson.video)) {
      const cues =
        readFileSync(join(films.folder, lesson.captions[0]!.file), 'utf8').match(/--> (\d+):(\d+)\.\d+/g) ?? []
      const [, minutes, seconds] = cues.at(-1)!.match(/(\d+):(\d+)/)!
      expect(Number(minutes) * 60 + Number(seconds)).toBe(lessonSeconds(films, lesson))
    }
  })

  it('uses slugs that the contract takes, each once', () => {
    const { courses, labs, exams, bundles } = catalogue
    for (const kind of [courses, labs, exams, bundles]) {
      expect(new Set(kind.map((item) => item.slug)).size).toBe(kind.length)
      for (const item of kind) expect(slug.safeParse(item.slug).success).toBe(true)
    }
    for (const course of courses) {
      const all = course.sections.flatMap((section) => [section.slug, ...section.lessons.map((lesson) => lesson.slug)])
      expect(new Set(all).size).toBe(all.length)
      expect(all.filter((each) => !slug.safeParse(each).success)).toEqual([])
    }
  })

  it('puts every lab in exactly one lesson of its cloud, two labs a cloud', () => {
    for (const lab of catalogue.labs) {
      const homes = lessons.filter(({ lesson }) => lesson.lab === lab.slug)
      expect(homes.map(({ course }) => course.clouds)).toEqual([[lab.cloud]])
    }
    const clouds = catalogue.labs.map(({ cloud }) => cloud)
    expect(clouds).toEqual(['aws', 'aws', 'azure', 'azure', 'gcp', 'gcp'])
  })

  it('gives 50 points in every lab and 100 in every exam, of which 70 pass', () => {
    const total = (flags: { points: number }[]) => flags.reduce((sum, flag) => sum + flag.points, 0)
    for (const lab of catalogue.labs) expect(total(lab.flags)).toBe(50)
    for (const exam of catalogue.exams) {
      expect(total(exam.flags)).toBe(100)
      expect(exam.passing_points).toBe(70)
    }
  })

  it('has flags of the three types, with a secret for all but those that are confirmed', () => {
    const flags = [...catalogue.labs, ...catalogue.exams].flatMap((owner) => owner.flags)
    expect(new Set(flags.map(({ type }) => type))).toEqual(new Set(['STATIC', 'DYNAMIC', 'NOFLAG']))
    for (const flag of flags) {
      expect(flag.secret !== undefined).toBe(flag.type === 'STATIC')
      expect(flag.variable !== null).toBe(flag.type === 'DYNAMIC')
      expect(flag.hint === null).toBe(flag.hint_cost === null)
      expect(flag.hint_cost ?? 0).toBeLessThan(flag.points)
    }
  })

  it('builds 6 to 20 named resources in stages, each of a priced type and within the limits of its lab', () => {
    for (const { cloud, module_stages, ...lab } of catalogue.labs) {
      const resources = module_stages.flatMap((stage) => stage.resources)
      expect(resources.length).toBeGreaterThanOrEqual(6)
      expect(resources.length).toBeLessThanOrEqual(20)
      expect(new Set(resources.map(({ type, name }) => `${type} ${name}`)).size).toBe(resources.length)
      const hourly = resources.map(({ type }) => prices[cloud][type])
      expect(hourly).not.toContain(undefined)
      expect(hourly.reduce((sum, each) => sum! + each!, 0)).toBeLessThanOrEqual(lab.max_hourly_cost!)
      expect(resources.length).toBeLessThanOrEqual(lab.max_resources)
    }
    for (const { cloud, module_stages } of catalogue.exams) {
      for (const { type } of module_stages.flatMap((stage) => stage.resources)) {
        expect(prices[cloud][type]).toBeDefined()
      }
    }
  })

  it('plants every dynamic flag on one resource, and declares no unused one', () => {
    for (const { flags, module_stages } of [...catalogue.labs, ...catalogue.exams]) {
      const held = module_stages.flatMap(({ resources }) => resources.flatMap(({ holds }) => holds ?? []))
      const asked = flags.flatMap(({ variable }) => variable ?? [])
      expect(held.toSorted()).toEqual(asked.toSorted())
    }
  })

  it('has an ordinary day to compare an attack with, without the roles that the attack uses', () => {
    const { downloads, defense } = catalogue.labs.find(({ slug }) => slug === 'cross-account-trust')!
    const day: { Records: CloudTrailRecord[] } = JSON.parse(
      readFileSync(join(catalogueFolder, FILES, downloads.find(({ file }) => file.endsWith('.json'))!.file), 'utf8'),
    )
    const times = day.Records.map(({ eventTime }) => eventTime)
    expect(times).toEqual(times.toSorted())
    const taken = day.Records.filter(({ eventName }) => eventName === 'AssumeRole').map(
      ({ userIdentity, requestParameters }) => `${userIdentity.arn} ${requestParameters?.roleArn}`,
    )
    expect(taken).toEqual([
      'arn:aws:sts::111122223333:assumed-role/audit-pipeline/nightly arn:aws:iam::111122223333:role/audit-reader',
      'arn:aws:iam::111122223333:user/backup-vendor arn:aws:iam::111122223333:role/backup-operator',
    ])
    expect(defense?.alarms.map(({ action }) => action)).toEqual(['sts:AssumeRole', 'sts:AssumeRole'])
  })

  it('asks every kind of question', () => {
    const kinds = catalogue.forms.flatMap((form) => form.questions.map(({ kind }) => kind))
    expect(new Set(kinds)).toEqual(new Set(['rating', 'single', 'multiple', 'text', 'recommend']))
    for (const course of catalogue.courses) {
      expect(catalogue.forms.some(({ slug }) => slug === course.feedback_form)).toBe(true)
    }
  })
})
