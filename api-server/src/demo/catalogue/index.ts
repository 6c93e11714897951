import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../../server-folder.ts'
import { awsRedTeamFoundations } from './aws-red-team-foundations.ts'
import { azureAttackPaths } from './azure-attack-paths.ts'
import { exams } from './exams.ts'
import { forms } from './forms.ts'
import { googleCloudOffense } from './google-cloud-offense.ts'
import { awsLabs } from './labs-aws.ts'
import { azureLabs } from './labs-azure.ts'
import { gcpLabs } from './labs-gcp.ts'
import { banners, bundles } from './offers.ts'
import { prices } from './prices.ts'
import type { CatalogueCourse, CatalogueLab, CatalogueLesson } from './shapes.ts'

const courses: CatalogueCourse[] = [awsRedTeamFoundations, azureAttackPaths, googleCloudOffense]
const labs: CatalogueLab[] = [...awsLabs, ...azureLabs, ...gcpLabs]

/** Everything the demo sells and teaches. */
export const catalogue = { courses, labs, exams, bundles, banners, forms, prices }

/** A lesson's Markdown. */
export function lessonText(course: CatalogueCourse, lesson: CatalogueLesson): string {
  return readFileSync(join(serverFolder, 'src/demo/catalogue/lessons', course.slug, `${lesson.slug}.md`), 'utf8')
}
