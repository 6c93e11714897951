import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  audit,
  contentDraftParts,
  contentDrafts,
  deployments,
  flagSolves,
  flags,
  lessons,
  resourcePrices,
} from '../../../db/schema/index.ts'
import { grant } from '../../catalogue/entitlements/service.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  await bench.asAdmin.getMe()
})
afterAll(() => bench.close())

const SECRET = 'the-secret-of-tests'
const newLab = {
  title: 'Two doors',
  difficulty: 'beginner',
  cloud: 'aws',
  module: 'aws/two-doors',
  duration_minutes: 45,
} as const
const newExam = {
  title: 'The exam',
  cloud: 'aws',
  price: { amount: 20_000, currency: 'EUR' },
  duration_minutes: 240,
  passing_points: 50,
  module: 'aws/exam',
} as const
const aFlag = (more: object = {}) => ({ title: 'The door', question: 'Which role?', type: 'STATIC', ...more }) as const
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string; errors: { field: string }[] }) =>
      [error.code, ...error.errors.map(({ field }) => field)].join(' '),
  )
const entriesOf = async (id: string) =>
  (await bench.deps.db.select().from(audit).where(eq(audit.subject_id, id)).orderBy(audit.at)).map(
    ({ action, before, after }) => ({ action, before, after }),
  )

test('a lab and an exam are marked as simulated only if their module folder is missing', async () => {
  const api = bench.asAdmin
  const module = 'aws/cross-account-trust'
  for (const [more, simulated_only] of [
    [{ module }, false],
    [{ module: 'aws/nowhere' }, true],
    [{ module, module_version: '9.9.9' }, true],
    [{ module: '../modules' }, true],
  ] as const) {
    await api.saveLab({ slug: 'built', labEdit: { ...newLab, ...more } })
    expect(await api.getLabForAdmin({ slug: 'built' })).toMatchObject({ simulated_only })
    await api.deleteLab({ slug: 'built' })
    const exam = await api.saveExam({ slug: 'built', examEdit: { ...newExam, ...more } })
    expect(exam).toMatchObject({ simulated_only })
    await api.deleteExam({ slug: 'built' })
  }
})

describe('a lab', () => {
  const api = () => bench.asAdmin
  const save = (slug: string, labEdit: Parameters<typeof bench.asAdmin.saveLab>[0]['labEdit']) =>
    api().saveLab({ slug, labEdit })

  test('is created as a draft, changed field by field, and each change is in its history', async () => {
    const made = await save('two-doors', newLab)
    expect(made).toMatchObject({ id: 'two-doors', version: 1, status: 'draft', resets: 0, price: null, flags: [] })
    const changed = await save('two-doors', {
      version: 1,
      price: { amount: 4900, currency: 'EUR' },
      variables: { region: 'eu-west-1' },
      extra_fields: [{ name: 'my_ip', label: 'Your address', hint: '', required: true, max_length: 60, type: 'cidr' }],
      walkthrough: 'Open it.',
    })
    expect(changed).toMatchObject({ version: 2, title: 'Two doors', price: { amount: 4900 }, walkthrough: 'Open it.' })
    expect(await api().getLabForAdmin({ slug: 'two-doors' })).toEqual(changed)
    expect(await save('two-doors', { version: 2, title: 'Two doors' })).toMatchObject({ version: 2 })
    expect(await entriesOf('two-doors')).toMatchObject([
      { action: 'labs.create', before: null },
      { action: 'labs.update', before: { walkthrough: null, price: null }, after: { walkthrough: 'Open it.' } },
    ])
  })

  test('rejects stale, taken, unknown, incomplete and invalid input at its field', async () => {
    await save('refusals', newLab)
    expect(await refused(save('refusals', newLab))).toBe('conflict slug')
    expect(await refused(save('refusals', { version: 7, title: 'Late' }))).toBe('stale_version')
    expect(await refused(save('nowhere', { version: 1, title: 'x' }))).toBe('not_found')
    expect(await refused(save('incomplete', { title: 'Only a title' }))).toBe(
      'invalid difficulty cloud duration_minutes module',
    )
    expect(await refused(save('Big Letters', newLab))).toBe('invalid slug')
    expect(await refused(save('deploy', newLab))).toBe('invalid slug')
    expect(await refused(save('refusals', { version: 1, duration_minutes: 0, extensions: 9999 }))).toBe(
      'invalid duration_minutes extensions',
    )
    expect(
      await refused(save('refusals', { version: 1, downloads: [{ name: 'a', file: `${'0'.repeat(64)}.zip` }] })),
    ).toBe('invalid downloads.0.file')
    expect(await refused(save('refusals', { version: 1, downloads: [{ name: 'a', file: '../../etc/passwd' }] }))).toBe(
      'invalid downloads.0.file',
    )
    expect(await refused(api().getLabForAdmin({ slug: 'nowhere' }))).toBe('not_found')
    expect(await refused(api().deleteLab({ slug: 'nowhere' }))).toBe('not_found')
    const by = bench.as('only-support', { roles: ['user', 'admin'], capabilities: ['support'] })
    expect((await by.getLabForAdmin({ slug: 'refusals' })).allowed).toEqual([])
    expect(await refused(by.saveLab({ slug: 'refusals', labEdit: { version: 1, title: 'x' } }))).toBe('forbidden')
  })

  test('shows its script, which contains the answers, only to administrators who may edit it', async () => {
    const canary = { extra_data: {}, answers: [{ flag: 'the-door', words: 'audit-reader' }] }
    await save('scripted', { ...newLab, canary })
    const support = bench.as('support-of-labs', { roles: ['user', 'admin'], capabilities: ['support'] })
    expect(await support.getLabForAdmin({ slug: 'scripted' })).toMatchObject({ canary: null, allowed: [] })
    expect(await api().getLabForAdmin({ slug: 'scripted' })).toMatchObject({ canary })
    expect(await save('scripted', { version: 1, canary: null })).toMatchObject({ canary: null })
  })

  test('that runs longer extends the lessons that take as long as it', async () => {
    const { version } = await api().getLabForAdmin({ slug: 'open-door' })
    await bench.deps.db.update(lessons).set({ duration_seconds: 3600 }).where(eq(lessons.id, bench.lesson.id))
    const saved = await save('open-door', { version, duration_minutes: 90 })
    await api().publishLab({ slug: 'open-door', publication: { version: saved.version } })
    const [lesson] = await bench.deps.db.select().from(lessons).where(eq(lessons.id, bench.lesson.id))
    expect(lesson?.duration_seconds).toBe(5400)
    expect((await api().getLabForAdmin({ slug: 'open-door' })).lessons).toEqual([
      { course: 'red-team', section: 'first', lesson: 'the-lab', title: 'The lab' },
    ])
  })

  test('that plans more than its limits is not published; missing prices are reported, not guessed', async () => {
    const resources = ['vpc', 'instance', 'instance'].map((type, at) => ({ type: `aws_${type}`, name: `n${at}` }))
    const priced = { cloud: 'aws', type: 'aws_instance' } as const
    await bench.deps.db.insert(resourcePrices).values([
      { ...priced, hourly_micros: 15_000 },
      { ...priced, region: 'eu-west-1', hourly_micros: 20_000 },
    ])
    const module_stages = [{ name: 'All', resources }]
    const limits = { max_resources: 2, max_hourly_cost: 39_999 }
    const dear = await save('dear', { ...newLab, module_stages, ...limits, flags: [aFlag({ type: 'NOFLAG' })] })
    expect(dear.plan).toEqual({ resources: 3, hourly_cost: 40_000, unpriced: ['aws_vpc'] })
    const missing = ['max_resources', 'max_hourly_cost', 'tested_at']
    expect(dear.missing.map(({ field }) => field)).toEqual(missing)
    expect(dear.missing[1]?.message).toBe(
      'The planned resources cost 0.04 EUR an hour, but the lab allows 0.039999 EUR.',
    )
    expect(await refused(save('dear', { version: 1, status: 'published' }))).toBe(`invalid ${missing.join(' ')}`)
    await expect(api().publishLab({ slug: 'dear', publication: { version: 1 } })).rejects.toMatchObject({
      extra: { missing: [{ code: 'limits' }, { code: 'limits' }, { code: 'test_run' }] },
    })
    const allowed = await save('dear', { version: 1, max_resources: 3, max_hourly_cost: 40_000 })
    expect(allowed.missing.map(({ field }) => field)).toEqual(['tested_at'])
    expect((await save('by-module', newLab)).plan).toBeNull()
  })

  test('with learner history cannot be deleted but archived, with the reasons; one without can be deleted', async () => {
    await save('short-lived', newLab)
    await api().deleteLab({ slug: 'short-lived' })
    expect(await refused(api().getLabForAdmin({ slug: 'short-lived' }))).toBe('not_found')
    const lab = await makeLab(bench.deps.db, 'old-lab')
    await bench.deps.db.insert(deployments).values({
      user_id: await bench.idOf('administrator-of-tests'),
      lab_id: lab.id,
      cloud: 'aws',
      state: 'ended',
      module_version: '1.0.0',
      duration_seconds: 60,
    })
    await expect(api().deleteLab({ slug: 'old-lab' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/cannot be deleted: it was deployed\. Archive it instead/),
    })
    expect(await save('old-lab', { version: 1, status: 'archived' })).toMatchObject({ status: 'archived' })
    expect((await entriesOf('old-lab')).map(({ action }) => action)).toEqual(['labs.archive'])
    expect((await entriesOf('short-lived')).map(({ action }) => action)).toEqual(['labs.create', 'labs.delete'])
  })
})

describe('the flags of a lab', () => {
  const api = () => bench.asAdmin
  const saveFlags = (
    slug: string,
    version: number,
    list: Parameters<typeof bench.asAdmin.saveLabFlags>[0]['flagsEdit']['flags'],
  ) => api().saveLabFlags({ slug, flagsEdit: { version, flags: list } })

  test('keep their ids and secrets when reordered, renamed or saved without a secret', async () => {
    await api().saveLab({ slug: 'ordered', labEdit: newLab })
    const first = await saveFlags('ordered', 1, [
      aFlag({ secret: SECRET, points: 10, hint: 'Look', hint_cost: 2, walkthrough: 'List them.' }),
      aFlag({ title: 'The door', question: 'And this?', type: 'DYNAMIC', variable: 'flag_two', secret: 'dropped' }),
      aFlag({ title: 'Ähnlich – so!', type: 'NOFLAG', required: false }),
    ])
    expect(first.version).toBe(2)
    expect(first.flags.map(({ slug, has_secret, variable }) => [slug, has_secret, variable])).toEqual([
      ['the-door', true, null],
      ['the-door-2', false, 'flag_two'],
      ['ahnlich-so', false, null],
    ])
    const [door, two, step] = first.flags
    const bare = ({ id, title, question, type, points, variable }: (typeof first.flags)[number]) => ({
      id,
      title,
      question,
      type,
      points,
      variable,
    })
    const second = await saveFlags('ordered', 2, [bare(step!), { ...bare(door!), title: 'Another name' }, bare(two!)])
    expect(second.flags.map(({ id, position }) => [id, position])).toEqual([
      [step!.id, 0],
      [door!.id, 1],
      [two!.id, 2],
    ])
    expect(await api().revealFlagSecret({ id: door!.id })).toEqual({ id: door!.id, secret: SECRET })
    expect(await refused(saveFlags('ordered', 2, []))).toBe('stale_version')
    expect(await refused(saveFlags('ordered', 3, [{ ...bare(door!), id: bench.flags.STATIC }]))).toBe(
      'invalid flags.0.id',
    )
    expect(await refused(saveFlags('ordered', 3, [bare(door!), bare(door!)]))).toBe('invalid flags.1.slug')
    expect(await refused(saveFlags('ordered', 3, [{ ...bare(door!), slug: 'renamed' }]))).toBe('invalid flags.0.slug')
    expect(await refused(saveFlags('ordered', 3, [aFlag({ secret: 'two\nlines' })]))).toBe('invalid flags.0.secret')
    // A variable is not a secret, and never becomes one.
    const third = await saveFlags('ordered', 3, [bare(door!), { ...bare(two!), type: 'STATIC' as const }])
    expect(third.flags[1]).toMatchObject({ type: 'STATIC', has_secret: false, variable: null })
    expect(third.removed).toEqual({ archived: [], deleted: [step!.title] })
  })

  test('that were solved are archived, those never tried are deleted, and the response lists both', async () => {
    const made = await api().saveLab({
      slug: 'solved',
      labEdit: { ...newLab, flags: [aFlag({ secret: SECRET }), aFlag({ title: 'Untouched', type: 'NOFLAG' })] },
    })
    const [solved] = made.flags
    await bench.deps.db
      .insert(flagSolves)
      .values({ flag_id: solved!.id, user_id: await bench.idOf('administrator-of-tests'), points: 1 })
    const { removed, version } = await saveFlags('solved', made.version, [aFlag({ title: 'New', type: 'NOFLAG' })])
    expect(removed).toEqual({ archived: ['The door'], deleted: ['Untouched'] })
    const record = await api().getLabForAdmin({ slug: 'solved' })
    expect(record.archived_flags).toEqual([{ id: solved!.id, title: 'The door', solved_by: 1 }])
    expect(await bench.deps.db.select().from(flagSolves).where(eq(flagSolves.flag_id, solved!.id))).toHaveLength(1)
    const back = await saveFlags('solved', version, [aFlag({ id: solved!.id })])
    expect(back.flags).toMatchObject([{ id: solved!.id, has_secret: true, solved_by: 1 }])
    expect((await api().getLabForAdmin({ slug: 'solved' })).archived_flags).toEqual([])
  })

  test('must be solvable before the lab is published, and stay so while it is', async () => {
    const { version } = await api().saveLab({ slug: 'unready', labEdit: newLab })
    expect(await refused(api().saveLab({ slug: 'unready', labEdit: { version, status: 'published' } }))).toBe(
      'invalid flags tested_at',
    )
    const { missing } = await api().saveLab({ slug: 'unready', labEdit: { version, flags: [aFlag()] } })
    expect(missing.map(({ field }) => field)).toEqual(['flags.0.secret', 'tested_at'])
    const published = await api().getLabForAdmin({ slug: 'open-door' })
    const { version: drafted } = await saveFlags('open-door', published.version, [
      ...published.flags,
      aFlag({ title: 'No secret' }),
    ])
    expect(await refused(api().publishLab({ slug: 'open-door', publication: { version: drafted } }))).toBe('conflict')
    expect((await api().getLabForAdmin({ slug: 'open-door' })).missing).toMatchObject([
      { field: 'flags.3.secret' },
      { field: 'tested_at' },
    ])
    await api().discardLabDraft({ slug: 'open-door', seenContent: { version: drafted } })
  })
})

describe('an exam', () => {
  const save = (slug: string, examEdit: Parameters<typeof bench.asAdmin.saveExam>[0]['examEdit']) =>
    bench.asAdmin.saveExam({ slug, examEdit })

  test('is created, changed, published once it can be passed, and archived if candidates have it', async () => {
    await makeCourse(bench.deps.db, 'its-course')
    expect(await refused(save('the-exam', { title: 'x' }))).toBe(
      'invalid cloud price duration_minutes passing_points module',
    )
    expect(await refused(save('the-exam', { ...newExam, course: 'nowhere' }))).toBe('invalid course')
    const made = await save('the-exam', { ...newExam, course: 'its-course', cooldown_days: [3, 30], rules: 'Alone.' })
    await expect(save('the-exam', newExam)).rejects.toMatchObject({
      message: 'There is already an exam called the-exam.',
      errors: [{ message: 'There is already an exam with this name' }],
    })
    expect(made).toMatchObject({
      version: 1,
      status: 'draft',
      course: 'its-course',
      cooldown_days: [3, 30],
      attempts_taken: 0,
    })
    expect(await refused(save('the-exam', { version: 1, status: 'published' }))).toBe('invalid flags')
    const { flags: saved, version } = await bench.asAdmin.saveExamFlags({
      slug: 'the-exam',
      flagsEdit: { version: 1, flags: [aFlag({ secret: SECRET, points: 30 })] },
    })
    expect(saved).toMatchObject([{ points: 30, has_secret: true }])
    expect(await refused(save('the-exam', { version, status: 'published' }))).toBe('invalid passing_points')
    const published = await save('the-exam', { version, status: 'published', passing_points: 30 })
    expect(published).toMatchObject({ status: 'published', missing: [], allowed: ['update', 'delete'] })
    expect(await bench.asVisitor.getExam({ slug: 'the-exam' })).toMatchObject({ passing_points: 30, flags: 1 })
    await grant(bench.deps.db, {
      userId: await bench.idOf('administrator-of-tests'),
      exam: (await examOf('the-exam')).id,
      source: 'administrator',
    })
    await expect(bench.asAdmin.deleteExam({ slug: 'the-exam' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('people have access to it'),
    })
    expect(await save('the-exam', { version: published.version, status: 'archived' })).toMatchObject({
      status: 'archived',
    })
    expect(await refused(save('the-exam', { version: 1, title: 'Late' }))).toBe('stale_version')
    await save('unused', newExam)
    await bench.asAdmin.deleteExam({ slug: 'unused' })
    expect(await refused(bench.asAdmin.getExamForAdmin({ slug: 'unused' }))).toBe('not_found')
    expect((await entriesOf('the-exam')).map(({ action }) => action)).toEqual([
      'exams.create',
      'exams.update',
      'exams.publish',
      'exams.archive',
    ])
  })

  test('keeps its canary script if an older draft has none', async () => {
    const { db } = bench.deps
    const scriptOf = (flag: string) => ({ extra_data: {}, answers: [{ flag, words: 'audit-reader' }] })
    await save('scripted', { ...newExam, passing_points: 30 })
    const { version, flags: saved } = await bench.asAdmin.saveExamFlags({
      slug: 'scripted',
      flagsEdit: { version: 1, flags: [aFlag({ secret: SECRET, points: 30 })] },
    })
    const wrong = await save('scripted', { version, canary: scriptOf('no-such-flag') })
    expect(wrong.missing).toMatchObject([{ field: 'canary' }])
    expect(await refused(save('scripted', { version: wrong.version, status: 'published' }))).toBe('invalid canary')
    const canary = scriptOf(saved[0]!.slug)
    const right = await save('scripted', { version: wrong.version, canary })
    const published = await save('scripted', { version: right.version, status: 'published' })
    expect(published).toMatchObject({ canary, missing: [] })
    const drafted = await save('scripted', { version: published.version, title: 'Another title' })
    expect(drafted).toMatchObject({ canary, title: 'Another title' })
    await db
      .update(contentDraftParts)
      .set({ document: sql`${contentDraftParts.document} - 'canary'` })
      .where(sql`${contentDraftParts.document}->>'title' = 'Another title'`)
    expect(await bench.asAdmin.getExamForAdmin({ slug: 'scripted' })).toMatchObject({ canary, title: 'Another title' })
  })

  test('shows its script, which contains the answers, only to administrators who may edit it', async () => {
    const canary = { extra_data: {}, answers: [{ flag: 'the-door', words: 'audit-reader' }] }
    await save('answers', { ...newExam, canary })
    const support = bench.as('support-of-exams', { roles: ['user', 'admin'], capabilities: ['support'] })
    expect(await support.getExamForAdmin({ slug: 'answers' })).toMatchObject({ canary: null, allowed: [] })
    expect(await bench.asAdmin.getExamForAdmin({ slug: 'answers' })).toMatchObject({ canary })
    expect(await save('answers', { version: 1, canary: null })).toMatchObject({ canary: null })
  })

  const examOf = async (slug: string) => {
    const found = await bench.asAdmin.listExamChoices()
    return found.find((exam) => exam.slug === slug)!
  }
})

describe('published content', () => {
  test('changes by a draft that only editors see, which is published now or as planned, and can be undone', async () => {
    const api = bench.asAdmin
    const { id: lab } = (await api.listLabChoices()).find(({ slug }) => slug === 'open-door')!
    const seen = async () => (await bench.asVisitor.getLab({ slug: 'open-door' })).title
    const before = await api.getLabForAdmin({ slug: 'open-door' })
    expect(before).toMatchObject({ status: 'published', draft: null, planned: null })
    const [door, behind, line] = before.flags
    const saved = await api.saveLab({
      slug: 'open-door',
      labEdit: {
        version: before.version,
        title: 'The shut door',
        flags: [line!, { ...door!, secret: SECRET }, behind!, aFlag({ title: 'Another', type: 'NOFLAG' })],
      },
    })
    expect(saved).toMatchObject({ title: 'The shut door', draft: { changes: [{ outdated: false }] } })
    expect(saved.flags.map(({ title }) => title)).toEqual(['One line', 'The door', 'Behind it', 'Another'])
    expect(await seen()).toBe('The open door')
    expect(await bench.deps.db.select().from(flags).where(eq(flags.lab_id, lab))).toHaveLength(3)
    expect(await refused(api.saveLab({ slug: 'open-door', labEdit: { version: before.version, title: 'Late' } }))).toBe(
      'stale_version',
    )
    // A new flag keeps its id through later edits of the draft and its publication.
    const another = saved.flags[3]!.id
    const again = await api.saveLab({ slug: 'open-door', labEdit: { version: saved.version, flags: saved.flags } })
    expect(again).toEqual(saved)
    expect(await refused(api.publishLab({ slug: 'open-door', publication: { version: before.version } }))).toBe(
      'stale_version',
    )
    await bench.solveTest(SECRET)
    const published = await api.publishLab({ slug: 'open-door', publication: { version: saved.version } })
    expect(published).toMatchObject({ draft: null, title: 'The shut door' })
    expect(published.flags[3]?.id).toBe(another)
    expect(await seen()).toBe('The shut door')
    expect((await api.revealFlagSecret({ id: door!.id })).secret).toBe(SECRET)

    const { data } = await api.listLabRevisions({ slug: 'open-door' })
    expect(data[0]).toMatchObject({ source: 'editor', allowed: ['take_back'] })
    expect(JSON.stringify(data)).not.toContain(SECRET)
    const back = await api.takeBackLabRevision({ slug: 'open-door', id: data[0]!.id })
    expect(back).toMatchObject({
      title: 'The open door',
      flags: [{ id: door!.id }, { id: behind!.id }, { id: line!.id }],
    })
    expect((await api.revealFlagSecret({ id: door!.id })).secret).toBe('audit-reader')

    const drafted = await api.saveLab({ slug: 'open-door', labEdit: { version: back.version, title: 'Tomorrow' } })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await api.publishLab({ slug: 'open-door', publication: { version: drafted.version, at } })
    expect(planned.planned).toMatchObject({ at, refused: null })
    await bench.deps.db.update(contentDrafts).set({ publish_at: new Date(0) })
    await bench.queue.run('revisions.sweep')
    expect(await seen()).toBe('Tomorrow')
    const gone = await api.saveLab({
      slug: 'open-door',
      labEdit: { version: (await api.getLabForAdmin({ slug: 'open-door' })).version, title: 'Never' },
    })
    await api.discardLabDraft({ slug: 'open-door', seenContent: { version: gone.version } })
    expect(await api.getLabForAdmin({ slug: 'open-door' })).toMatchObject({ title: 'Tomorrow', draft: null })
    expect(await refused(api.saveLab({ slug: 'open-door', labEdit: { version: gone.version, status: 'draft' } }))).toBe(
      'conflict',
    )
  })
})

describe('a bundle', () => {
  const save = (slug: string, bundleEdit: Parameters<typeof bench.asAdmin.saveBundle>[0]['bundleEdit']) =>
    bench.asAdmin.saveBundle({ slug, bundleEdit })

  test('contains published courses and is sold, changed, listed and archived', async () => {
    for (const slug of ['one', 'two']) await makeCourse(bench.deps.db, slug)
    await makeCourse(bench.deps.db, 'unwritten', { status: 'draft' })
    const bundleEdit = { title: 'Both', price: { amount: 15_000, currency: 'EUR' } }
    expect(await refused(save('both', { title: 'Both' }))).toBe('invalid price')
    expect(await refused(save('both', { ...bundleEdit, courses: ['nowhere'] }))).toBe('invalid courses.0')
    expect(await refused(save('both', { ...bundleEdit, courses: ['one', 'one'] }))).toBe('invalid courses.1')
    expect(await refused(save('both', { ...bundleEdit, status: 'published' }))).toBe('invalid courses')
    expect(await refused(save('both', { ...bundleEdit, courses: ['unwritten'], status: 'published' }))).toBe(
      'invalid courses.0',
    )
    const made = await save('both', { ...bundleEdit, courses: ['two', 'one'] })
    expect(made).toMatchObject({ version: 1, courses: ['two', 'one'], status: 'draft', missing: [] })
    expect(await refused(save('both', bundleEdit))).toBe('conflict slug')
    const sold = await save('both', { version: 1, status: 'published', courses: ['one', 'two'] })
    expect(await bench.asVisitor.listBundles()).toMatchObject([
      { slug: 'both', courses: [{ slug: 'one' }, { slug: 'two' }] },
    ])
    const list = async (filter: object) =>
      (await bench.asAdmin.listBundlesForAdmin({ filter: JSON.stringify(filter) })).data
    expect(await list({ status: 'published' })).toMatchObject([{ id: 'both', courses: 2, sold: 0 }])
    expect(await list({ q: 'bot' })).toHaveLength(1)
    const inDollars = { version: sold.version, price: { amount: 15_000, currency: 'USD' } }
    await expect(save('both', inDollars)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The bundle Both is sold in USD, but the price of its course'),
    })
    for (const currency of ['ZZZ', 'ISK', 'eur'])
      expect(await refused(save('both', { ...inDollars, price: { amount: 100, currency } }))).toBe(
        'invalid price.currency',
      )
    expect(await refused(save('both', { ...inDollars, price: { amount: 12_345, currency: 'KWD' } }))).toBe(
      'invalid price.amount',
    )
    await save('both', { version: sold.version, status: 'archived' })
    expect(await bench.asVisitor.listBundles()).toEqual([])
    await bench.asAdmin.deleteBundle({ slug: 'both' })
    expect(await refused(bench.asAdmin.getBundleForAdmin({ slug: 'both' }))).toBe('not_found')
    expect((await entriesOf('both')).map(({ action }) => action)).toEqual([
      'bundles.create',
      'bundles.update',
      'bundles.archive',
      'bundles.delete',
    ])
  })
})

describe('the secret of a flag', () => {
  test('is only in the response of the call that reveals it, which is audited', async () => {
    const { db } = bench.deps
    await makeExam(db, 'guarded-exam')
    await bench.asAdmin.saveLab({ slug: 'guarded', labEdit: { ...newLab, flags: [aFlag({ secret: SECRET })] } })
    const changed = await bench.asAdmin.saveLabFlags({
      slug: 'guarded',
      flagsEdit: { version: 1, flags: [aFlag({ slug: 'the-door', secret: `${SECRET} anew` })] },
    })
    const exam = await bench.asAdmin.getExamForAdmin({ slug: 'guarded-exam' })
    const ofExam = await bench.asAdmin.saveExamFlags({
      slug: 'guarded-exam',
      flagsEdit: { version: exam.version, flags: [aFlag({ secret: SECRET, points: 100 })] },
    })
    const file = async (list: string) => (await bench.asAdmin.exportList({ list, exportAsk: {} })).text()
    const answers = [
      changed,
      ofExam,
      await file('listLabsForAdmin'),
      await file('listExamsForAdmin'),
      await file('listAudit'),
      await bench.asAdmin.getLabForAdmin({ slug: 'guarded' }),
      await bench.asAdmin.getExamForAdmin({ slug: 'guarded-exam' }),
      await bench.asAdmin.listLabFlagsForAdmin({ slug: 'guarded' }),
      await bench.asAdmin.listExamFlagsForAdmin({ slug: 'guarded-exam' }),
      await bench.asAdmin.listLabsForAdmin({}),
      await bench.asAdmin.listExamsForAdmin({}),
      await bench.asAdmin.getLabTest({ slug: 'guarded' }),
      await bench.asAdmin.searchEverything({ q: SECRET }),
      await bench.asAdmin.listAudit({}),
      await db.select().from(audit),
      await bench.asVisitor.getLab({ slug: 'guarded' }).catch(() => null),
    ]
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    const [door] = changed.flags
    const only = (capability: string) =>
      bench.as(`only-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
    expect(await refused(only('finance').revealFlagSecret({ id: door!.id }))).toBe('forbidden')
    expect(await refused(bench.asLearner.revealFlagSecret({ id: door!.id }))).toBe('forbidden')
    expect(await refused(only('finance').listLabFlagsForAdmin({ slug: 'guarded' }))).toBe('forbidden')
    expect(await refused(bench.asAdmin.revealFlagSecret({ id: bench.flags.DYNAMIC }))).toBe('conflict')
    expect(await refused(bench.asAdmin.revealFlagSecret({ id: 'none' }))).toBe('not_found')
    const looks = async () => (await entriesOf('guarded')).filter(({ action }) => action === 'flags.reveal')
    expect(await looks()).toEqual([])
    expect((await only('content').revealFlagSecret({ id: door!.id })).secret).toBe(`${SECRET} anew`)
    expect(await bench.asAdmin.revealFlagSecret({ id: ofExam.flags[0]!.id })).toMatchObject({ secret: SECRET })
    await bench.asAdmin.revealFlagSecret({ id: door!.id })
    expect(await looks()).toMatchObject([{ after: { flag: 'The door' } }, { after: { flag: 'The door' } }])
    expect(JSON.stringify(await db.select().from(audit))).not.toContain(SECRET)
  })
})
