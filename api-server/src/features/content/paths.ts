import type { Kind } from './model.ts'

/** Where everything stands in a folder of content, with slashes on every system. */
export const paths = {
  course: (slug: string) => `courses/${slug}/course.yaml`,
  lesson: (course: string, section: string, slug: string) => `courses/${course}/${section}/${slug}.md`,
  lab: (slug: string) => `labs/${slug}/lab.yaml`,
  walkthrough: (slug: string) => `labs/${slug}/walkthrough.md`,
  canary: (kind: 'labs' | 'exams', slug: string) => `${kind}/${slug}/canary.yaml`,
  exam: (slug: string) => `exams/${slug}/exam.yaml`,
  bundle: (slug: string) => `bundles/${slug}.yaml`,
  form: (slug: string) => `forms/${slug}.yaml`,
}

/** The file that a thing is written in. */
export const fileOf: Record<Kind, (slug: string) => string> = {
  courses: paths.course,
  labs: paths.lab,
  exams: paths.exam,
  bundles: paths.bundle,
  forms: paths.form,
}

const name = '[^/]+'
/** What a folder of content may hold as text; everything else in its five folders is refused. */
const textPaths = [
  `courses/${name}/course\\.yaml`,
  `courses/${name}/${name}/${name}\\.md`,
  `labs/${name}/lab\\.yaml`,
  `labs/${name}/walkthrough\\.md`,
  `(labs|exams)/${name}/canary\\.yaml`,
  `exams/${name}/exam\\.yaml`,
  `bundles/${name}\\.yaml`,
  `forms/${name}\\.yaml`,
].map((pattern) => new RegExp(`^${pattern}$`))

export const isTextPath = (path: string) => textPaths.some((pattern) => pattern.test(path))

/** Films, captions and downloads, all in one folder, so that two lessons may show the same film. */
export const FILES = 'files'
