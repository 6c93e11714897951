import { openFolder } from '../areas/authoring/content/files/folder.ts'
import { readContent } from '../areas/authoring/content/files/read.ts'
import { lessonsOf } from '../areas/authoring/content/model.ts'
import { catalogueFolder } from './catalogue-folder.ts'

/** All products of the demo: courses as listed in the catalogue, labs in the order in which courses use them. */
export const catalogue = await readCatalogue()

async function readCatalogue() {
  const { content, problems } = await readContent(await openFolder(catalogueFolder))
  if (problems.length > 0)
    throw new Error(
      `The demo's catalogue: ${problems.map((each) => `${each.file}:${each.line} ${each.message}`).join(' ')}`,
    )
  const courses = content.courses.toSorted((a, b) => a.position - b.position)
  const places = courses.flatMap(lessonsOf).map(({ lab }) => lab)
  const labs = content.labs.toSorted((a, b) => places.indexOf(a.slug) - places.indexOf(b.slug))
  return { ...content, courses, labs }
}
