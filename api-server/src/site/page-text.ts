import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bundle, Course, CourseCard, ExamCard, LabCard, ShownBlock } from '@flagyard/api-types'
import { adherenceNames, type Criterion } from '@flagyard/api-types/accessibility'
import { paths } from '@flagyard/api-types/links'
import { cloudNames, formatMinutes, formatMoney, levelNames } from '@flagyard/ui/format'

/** A section of a page's text. Paragraphs may be Markdown, whose markup is removed. */
export interface TextSection {
  heading: string
  text?: string | undefined
  /** Whether links in the text remain links. Only for texts of the owner. */
  linked?: boolean
  items?: { text: string; to?: string }[]
}

/** Text of a public page for readers without JavaScript. The app replaces it once loaded. */
export const pageText = (title: string, lead: string, sections: TextSection[]): string =>
  [
    '<main class="wrap page-text">',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${escapeMarkup(lead)}</p>`,
    ...sections.map(sectionText),
    `<nav aria-label="Pages">${list(pages)}</nav>`,
    '</main>',
  ].join('')

const pages = [
  { text: 'Courses', to: paths.courses },
  { text: 'Labs', to: paths.labs },
  { text: 'Exams', to: paths.exams },
  { text: 'Bundles', to: paths.bundles },
  { text: 'Contact', to: paths.contact },
]

const sectionText = ({ heading, text = '', linked = false, items = [] }: TextSection) =>
  [
    `<section>${heading ? `<h2>${escapeMarkup(heading)}</h2>` : ''}`,
    ...paragraphsOf(text, linked).map(
      (paragraph) => `<p>${linked ? linkMarkup(paragraph) : escapeMarkup(paragraph)}</p>`,
    ),
    items.length > 0 ? list(items) : '',
    '</section>',
  ].join('')

const list = (items: NonNullable<TextSection['items']>) =>
  `<ul>${items
    .map(({ text, to }) => {
      const shown = escapeMarkup(text)
      return `<li>${to ? `<a href="${escapeMarkup(to)}">${shown}</a>` : shown}</li>`
    })
    .join('')}</ul>`

/** Links to pages of this site, or with https. */
const linkMarkup = (text: string) =>
  escapeMarkup(text).replace(/\[([^[\]]*)\]\((\/[^\s()]*|https:\/\/[^\s()]*)\)/g, '<a href="$2">$1</a>')

/** Markdown paragraphs as plain text, except for links if they are wanted. */
const paragraphsOf = (markdown: string, linked: boolean) =>
  markdown
    .split(/\n{2,}|\n(?=- |\d+\. )/)
    .map((paragraph) =>
      (linked ? paragraph : paragraph.replace(/!?\[([^[\]]*)\]\([^)[]*\)/g, '$1'))
        .replace(linked ? /^[#>\-\s]+|[*`]/gm : /^[#>\-\s]+|[*_`]/gm, '')
        .trim(),
    )
    .filter(Boolean)

export const coursesText = (courses: CourseCard[]): TextSection => ({
  heading: 'Courses',
  items: courses.map(({ slug, title, subtitle, level, price }) => ({
    text: `${title} · ${levelNames[level]} · ${formatMoney(price)}. ${subtitle}`,
    to: paths.course(slug),
  })),
})

export const labsText = (labs: LabCard[]): TextSection => ({
  heading: 'Labs',
  items: labs.map(({ slug, title, cloud, difficulty, duration_minutes, price }) => ({
    text: [
      title,
      cloudNames[cloud],
      levelNames[difficulty],
      formatMinutes(duration_minutes),
      price && formatMoney(price),
    ]
      .filter(Boolean)
      .join(' · '),
    to: paths.lab(slug),
  })),
})

export const examsText = (exams: ExamCard[]): TextSection => ({
  heading: 'Exams',
  items: exams.map(({ slug, title, cloud, duration_minutes, bookable, price }) => ({
    text: [
      title,
      cloudNames[cloud],
      formatMinutes(duration_minutes),
      bookable ? formatMoney(price) : 'booking opens soon',
    ].join(' · '),
    to: paths.exam(slug),
  })),
})

export const bundlesText = (bundles: Bundle[]): TextSection[] =>
  bundles.map(({ title, description, price, courses }) => ({
    heading: `${title} · ${formatMoney(price)}`,
    text: description,
    items: courses.map((course) => ({ text: course.title, to: paths.course(course.slug) })),
  }))

/** All public information about a course, with its outline. */
export const courseText = (course: Course): TextSection[] => [
  { heading: 'Price', text: `${formatMoney(course.price)} · ${levelNames[course.level]}` },
  { heading: 'What you will be able to do', items: course.outcomes.map((text) => ({ text })) },
  { heading: 'About this course', text: course.description },
  ...course.sections.map(({ slug, title, lessons }) => ({
    heading: title,
    items: lessons.map((lesson) => ({
      text: lesson.title,
      ...(lesson.free_preview && { to: paths.freeLesson(course.slug, { section: slug, lesson: lesson.slug }) }),
    })),
  })),
  { heading: 'Before you start', items: course.prerequisites.map((text) => ({ text })) },
]

/** A Markdown page in sections by its headings of the second level. */
export const markdownText = (markdown: string): TextSection[] =>
  markdown.split(/^##\s+/m).flatMap((part, index) => {
    const [first = '', ...lines] = part.split('\n')
    const section = index === 0 ? { heading: '', text: part } : { heading: first.trim(), text: lines.join('\n') }
    return section.heading || section.text.trim() ? [{ ...section, linked: true }] : []
  })

/** A block of the home page. The title and the text of the hero are those of the page. */
export function homeText(block: ShownBlock): TextSection[] {
  const { kind, title: heading } = block
  if (kind === 'hero') return []
  if (kind === 'courses') return [{ ...coursesText(block.courses), heading }]
  if (kind === 'steps')
    return [{ heading, items: block.steps.map(({ title, text }) => ({ text: `${title}. ${text}` })) }]
  if (kind === 'quotes')
    return [{ heading, items: block.quotes.map(({ text, name }) => ({ text: name ? `${text} – ${name}` : text })) }]
  if (kind === 'faqs')
    return [{ heading, text: block.questions.map(({ question, answer }) => `${question}\n\n${answer}`).join('\n\n') }]
  return [{ heading, text: block.text }]
}

export const criteriaText = (all: readonly Criterion[]): TextSection[] =>
  (['A', 'AA'] as const).map((level) => ({
    heading: `Level ${level}`,
    items: all
      .filter((criterion) => criterion.level === level)
      .map(({ number, name, adherence, remark = '' }) => ({
        text: `${number} ${name}: ${adherenceNames[adherence]}. ${remark}`.trim(),
      })),
  }))

/** Escapes text for HTML and SVG, in elements and quoted attributes. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Files {
  scripts: string[]
  styles: string[]
}

const listed = new Map<string, Promise<Record<string, Files>>>()

/**
 * Links that fetch an app's lazy chunks together with its page: `CoursePage` and the like, as listed by the build in screen-files.json. Without them,
 * a browser requests a chunk only after the app has started, and that chunk's imports only after it has loaded.
 */
export async function linksToParts(folder: string, parts: string[]): Promise<string[]> {
  const read = listed.get(folder) ?? readFile(join(folder, 'screen-files.json'), 'utf8').then(JSON.parse)
  listed.set(folder, read)
  const files = await read
  const needed = parts.flatMap((part) => files[part] ?? [])
  const once = (names: string[]) => [...new Set(names)]
  return [
    ...once(needed.flatMap(({ styles }) => styles)).map(
      (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
    ),
    ...once(needed.flatMap(({ scripts }) => scripts)).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
  ]
}
