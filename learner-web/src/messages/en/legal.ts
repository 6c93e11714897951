import { message, rich } from '@flagyard/messages'

/** Titles of the pages, by their name. */
export const titles = {
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  returns: 'Returns',
  faqs: 'Questions',
  exam_rules: 'Exam rules',
  lab_rules: 'Lab rules',
} as const
export const thePage = 'the page'
export const theText = 'the text'
export const unpublished = 'This page is not published yet.'
export const noVersion = 'There is no such version of this page.'
export const since = message('In effect since {day}.')
export const earlier = rich(
  'This earlier version was in effect from {from} to {until}. <link>Read the current version</link>',
)
export const allVersions = 'All versions'
export const version = message('Version {number}, {day}')
export const yourData = 'Your data'
export const dataAccess = rich(
  'You can see, download and delete it on <profile>your profile</profile>. Without an account, see <address>what we hold about your e-mail address</address>.',
)
export const everyKind = 'Every kind of data, and how long we keep it'
export const cancel = 'Cancel'
export const accept = 'Accept'
export const acceptAndStart = 'Accept and start the lab'
export const changes = message('Changed: {summary}')
export const termsChanged = message('Our terms changed on {day}.')
export const labRulesChanged = message('Our lab rules changed on {day}.')
export const acceptTerms = 'Read and accept the terms'
export const acceptLabRules = 'Read and accept the lab rules'
