import { paths } from '../links.ts'

export const legalPageNames = ['terms', 'privacy', 'imprint', 'returns', 'faqs', 'exam_rules', 'lab_rules'] as const
export type LegalPageName = (typeof legalPageNames)[number]

export const legalTitles: Record<LegalPageName, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  returns: 'Returns',
  faqs: 'Questions',
  exam_rules: 'Exam rules',
  lab_rules: 'Lab rules',
}

export const legalPaths: Record<LegalPageName, string> = {
  terms: paths.terms,
  privacy: paths.privacy,
  imprint: paths.imprint,
  returns: paths.returns,
  faqs: paths.faqs,
  exam_rules: paths.examRules,
  lab_rules: paths.labRules,
}

/** Address of one version, which remains readable after newer ones. */
export const legalVersionPath = (page: LegalPageName, version: number) => `${legalPaths[page]}?version=${version}`

/** Pages of which the owner decides per version whether it has to be accepted. Candidates accept the exam rules with each booking. */
export const acceptedPages: readonly LegalPageName[] = ['terms', 'lab_rules']

/** Pages that a shop needs before its first sale. */
export const pagesBeforeSale: readonly LegalPageName[] = ['terms', 'privacy', 'imprint', 'returns']
