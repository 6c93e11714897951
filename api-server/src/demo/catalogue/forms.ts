import type { CatalogueForm } from './shapes.ts'

export const forms: CatalogueForm[] = [
  {
    title: 'How was the course?',
    intro: 'Six questions, two minutes. Your teachers read every answer, without your name beside it.',
    questions: [
      { kind: 'rating', label: 'How clear were the explanations?', required: true },
      { kind: 'rating', label: 'How well did the labs fit the lessons?', required: true },
      {
        kind: 'single',
        label: 'How was the pace?',
        choices: ['Too slow', 'About right', 'Too fast'],
        required: true,
      },
      {
        kind: 'multiple',
        label: 'What helped you most?',
        choices: ['Films', 'Readings', 'Labs', 'Walkthroughs'],
        required: false,
      },
      { kind: 'text', label: 'What should we change first?', required: false },
      { kind: 'recommend', label: 'How likely are you to recommend this course to a colleague?', required: true },
    ],
  },
  {
    title: 'Labs and pace',
    intro: 'We rebuilt the labs this year and would like to know whether it worked.',
    questions: [
      { kind: 'rating', label: 'How reliable were the lab environments?', required: true },
      {
        kind: 'single',
        label: 'Was the time in the labs enough?',
        choices: ['I had time left', 'Just enough', 'I had to extend', 'I ran out of time'],
        required: true,
      },
      {
        kind: 'multiple',
        label: 'Where did you lose time?',
        choices: ['Waiting for the environment', 'Waiting for policies to apply', 'Finding the start', 'Nowhere'],
        required: false,
      },
      { kind: 'recommend', label: 'How likely are you to recommend this course to a colleague?', required: true },
      { kind: 'text', label: 'Which lab would you like to see next?', required: false },
    ],
  },
]
