import { type Criterion, criteria, STATEMENT_DATE } from '@flagyard/api-types/accessibility'
import { paths } from '@flagyard/api-types/links'
import { stringify } from 'yaml'
import { brand } from '../brand.ts'

/** The accessibility statement in the format of GSA's OpenACR, which purchasers compare by program. */
export function openAcr(publicUrl: string, email: string): string {
  const { name } = brand()
  return stringify({
    title: `${name} Accessibility Conformance Report`,
    product: { name, description: 'Courses, labs in cloud accounts, exams and certificates in the browser.' },
    author: { company_name: name, email, website: publicUrl },
    vendor: { company_name: name, email, website: publicUrl },
    report_date: STATEMENT_DATE,
    version: 1,
    evaluation_methods_used:
      'Automated tests of every page and of the main journeys with axe and by the keyboard, named in the notes of each criterion. No person with a disability has reviewed this report.',
    feedback: publicUrl + paths.contact,
    catalog: '2.5-edition-wcag-2.2-en',
    chapters: {
      success_criteria_level_a: { criteria: chapter('A') },
      success_criteria_level_aa: { criteria: chapter('AA') },
      success_criteria_level_aaa: { disabled: true },
    },
  })
}

const chapter = (level: Criterion['level']) =>
  criteria
    .filter((criterion) => criterion.level === level)
    .map(({ number, adherence, remark, tests }) => ({
      num: number,
      components: [
        {
          name: 'web',
          adherence: {
            level: adherence,
            notes: [remark, ...tests.map((test) => `Test: ${test}`)].filter(Boolean).join('\n'),
          },
        },
      ],
    }))
