import { mondayOf } from '../areas/certification/feedback/index.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { learners } from './people.ts'
import { after, createRandom, DAY, idOf, type Random } from './random.ts'
import type { Rows } from './rows.ts'

/** Responses of eight in ten learners who were asked, shown in groups as on the server. */
export function addFeedback(rows: Rows, now: Date): void {
  const known = new Set(learners(now).map(({ id }) => id))
  for (const course of catalogue.courses) {
    const course_id = idOf(`course ${course.slug}`)
    const form = catalogue.forms.find(({ slug }) => slug === course.feedback_form)
    if (!form) continue
    let given = 0
    for (const progress of rows.courseProgress.filter((one) => one.course_id === course_id && one.feedback_due_at)) {
      const { user_id, last_seen_at } = progress
      const random = createRandom(`feedback ${user_id} ${course.slug}`)
      if (!known.has(user_id) || !last_seen_at || random.chance(0.2)) continue
      const created_at = after(last_seen_at, random.between(0.01, 0.9) * DAY)
      const id = idOf(`response ${user_id} ${course.slug}`)
      // One in three may be quoted. Quotable responses do not count towards the anonymity threshold (docs/decisions/0049).
      const quote_as = given++ % 3 === 0 ? random.pick(['full_name', 'initials', 'learner'] as const) : null
      progress.feedback_given_at = created_at < now ? created_at : last_seen_at
      rows.feedbackResponses.push({
        id,
        user_id,
        course_id,
        form_id: idOf(`form ${form.title}`),
        form_version: 1,
        quote_as,
        created_at: progress.feedback_given_at,
      })
      form.questions.forEach((question, position) => {
        if (!question.required && !quote_as && random.chance(0.35)) return
        const question_id = idOf(`question ${form.title} ${position}`)
        rows.feedbackAnswers.push({
          id: idOf(`answer ${id} ${position}`),
          response_id: id,
          question_id,
          ...answer(question, random, quote_as ? PRAISE : WORDS),
        })
      })
    }
    showInGroups(rows, course_id, form.anonymity_threshold)
    const quotable = new Set(
      rows.feedbackResponses.filter((one) => one.course_id === course_id && one.quote_as).map(({ id }) => id),
    )
    const praise = rows.feedbackAnswers.filter(
      ({ response_id, text, week }) => week && quotable.has(response_id) && PRAISE.some((one) => one === text),
    )
    const published_at = now
    for (const words of PRAISE) {
      const answer = praise.find(({ text }) => text === words)
      if (answer?.id)
        rows.feedbackQuotes.push({ id: idOf(`quote ${answer.id}`), answer_id: answer.id, course_id, published_at })
    }
  }
}

type Question = (typeof catalogue.forms)[number]['questions'][number]

function answer({ kind, choices = [] }: Question, random: Random, words: readonly [string, ...string[]]) {
  const [first = '', ...others] = choices
  switch (kind) {
    case 'rating':
      return { rating: random.pick([5, 5, 4, 4, 4, 3, 2]) }
    case 'recommend':
      return { score: random.pick([10, 9, 9, 8, 8, 7, 10, 6, 3]) }
    case 'single':
      // Most are satisfied, which is the second choice in both forms.
      return { choice: random.chance(0.6) ? (others[0] ?? first) : random.pick([first, ...others]) }
    case 'multiple': {
      const chosen = choices.filter(() => random.chance(0.45))
      return { choices: chosen.length > 0 ? chosen : [first] }
    }
    case 'text':
      return { text: random.pick(words) }
  }
}

const WORDS = [
  'More labs like the talkative instance, please. I learned more in that hour than in the rest of the week.',
  'The films are short and to the point. I would like a longer one about conditions in policies.',
  'Say earlier that a second terminal helps. I kept losing my first identity.',
  'I had to wait a minute for a role to apply and thought I had made a mistake. A note would help.',
  'A lab about logging, from the side of the defender, would be a good ending.',
  'Nothing. My team fixed two trust policies the day after.',
  'The walkthroughs are better than the lessons. Let me read them earlier.',
  'A printable sheet with the commands of each section.',
  'Kubernetes! Container credentials made me curious.',
  'The reading on the report is the best I have seen on the subject. Put it first.',
  'On my phone the long tables were hard to read.',
] as const

/** Texts quoted on the course pages, once each. All of them answer “What should we change first?”. */
const PRAISE = [
  'Nothing. My team fixed two trust policies the day after.',
  'Keep the labs as they are: I learned more in one hour of them than in a week of reading.',
  'I would not change a thing about the walkthroughs. They explain why each step works.',
  'Nothing that matters. The films are short and to the point.',
  'Leave the reading on the report where it is: it is the best that I have seen on the subject.',
] as const

type Answer = Rows['feedbackAnswers'][number]
type Tally = Rows['feedbackTallies'][number]

/** Shows the responses of a course, and the answers to each question, in groups of the threshold's size, and counts them. */
function showInGroups(rows: Rows, course_id: string, threshold: number): void {
  const responses = rows.feedbackResponses
    .filter((response) => response.course_id === course_id)
    .sort((a, b) => Number(a.created_at) - Number(b.created_at))
  const answers = Map.groupBy(rows.feedbackAnswers, ({ response_id }) => response_id)
  const quotable = new Set(responses.flatMap(({ id, quote_as }) => (id && quote_as ? [id] : [])))
  const tallies = new Map<string, Tally>()
  const waiting = { responses: [] as typeof responses, answers: new Map<string, Answer[]>() }
  for (const response of responses) {
    waiting.responses.push(response)
    if (waiting.responses.filter(({ quote_as }) => !quote_as).length < threshold) continue
    const week = mondayOf(response.created_at as Date)
    const { form_id, form_version } = response
    const count = (question_id: string | null, value: string | null) => {
      const key = JSON.stringify([week, question_id, value])
      const tally = tallies.get(key) ?? { course_id, form_id, form_version, question_id, week, value, count: 0 }
      tallies.set(key, { ...tally, count: tally.count + 1 })
    }
    for (const shown of waiting.responses.splice(0)) {
      shown.week = week
      count(null, null)
      for (const answer of answers.get(shown.id ?? '') ?? [])
        waiting.answers.set(answer.question_id, [...(waiting.answers.get(answer.question_id) ?? []), answer])
    }
    for (const [question_id, group] of waiting.answers) {
      if (group.filter(({ response_id }) => !quotable.has(response_id)).length < threshold) continue
      waiting.answers.delete(question_id)
      for (const answer of group) {
        answer.week = week
        for (const value of [null, ...valuesOf(answer)]) count(question_id, value)
      }
    }
  }
  rows.feedbackTallies.push(...tallies.values())
}

/** Chosen values on a scale or among choices; none for a text. */
const valuesOf = ({ rating, score, choice, choices }: Answer) =>
  choices ?? [rating, score, choice].flatMap((value) => (value === undefined || value === null ? [] : [String(value)]))
