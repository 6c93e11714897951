/** Texts of /terms, /privacy and /faqs. The app renders them, and the server includes them in the page for readers without JavaScript. */
import { PREPARE_MINUTES } from './exam-attempts/timing.ts'
import { paths } from './links.ts'

/** Part of a paragraph: plain text, a link to another page, or a technical name. */
export type Span = string | { text: string; to: string } | { code: string }
/** A paragraph, or a list. */
export type Block = readonly Span[] | { items: readonly (readonly Span[])[] }
export interface TextOfPage {
  title: string
  blocks: readonly Block[]
}

export const terms: TextOfPage[] = [
  {
    title: 'Your account',
    blocks: [
      [
        'One account belongs to one person. Keep its password to yourself, give us an e-mail address where we can reach you, and tell us if you think someone else has used your account. The name on your account is the name on your certificates.',
      ],
    ],
  },
  {
    title: 'What the labs are for',
    blocks: [
      [
        'Inside a lab you may attack everything that was built for it, as hard as you like. That permission ends at the edge of the lab: do not attack other learners, this site itself, the cloud provider or anyone else.',
      ],
      [
        'Do not use labs for mining, sending mail, scanning strangers or storing other people’s data. If you do, we end the lab right away, keep what we need to understand what happened, and may close your account.',
      ],
    ],
  },
  {
    title: 'Flags and exams',
    blocks: [
      [
        'Find flags yourself, and do not share them. Many are unique to you, so we notice a shared one. In an exam, do your own work, and do not publish its contents afterwards. We can revoke a certificate that was earned any other way, and its public page then says so.',
      ],
    ],
  },
  {
    title: 'Paying and getting money back',
    blocks: [
      [
        'You see the price and its currency before you pay. You can return a course or bundle that you have barely started within 14 days, and a lab or exam until you first start it. If something fails on our side, we restore or refund it, whichever you prefer.',
      ],
    ],
  },
  {
    title: 'What we promise',
    blocks: [
      [
        'We run the service with care, tell you when something is down, and never charge you for our own failures. We cannot promise that it will never stop. If we change these terms in a way that matters, we will tell you by e-mail beforehand.',
      ],
    ],
  },
  {
    title: 'Leaving',
    blocks: [
      [
        'You can close your account at any time. What we keep afterwards, and why, is explained in the ',
        { text: 'privacy notice', to: paths.privacy },
        '.',
      ],
    ],
  },
]

export const privacy: TextOfPage[] = [
  {
    title: 'What we keep',
    blocks: [
      {
        items: [
          ['Your account: name, username, e-mail address, and what you add to your profile.'],
          ['Your learning: lessons watched, labs run, flags tried, exams, certificates and feedback.'],
          ['Your purchases: orders and vouchers. Card numbers never reach us; only the payment provider sees them.'],
          ['For security: your sign-ins, and what happens in the lab accounts you use.'],
        ],
      },
    ],
  },
  {
    title: 'Cookies and storage',
    blocks: [
      {
        items: [
          ['A session cookie, which keeps you signed in. No script can read it.'],
          [{ code: 'CookieConsent' }, ', which remembers for a year that you have seen our notice.'],
          [{ code: 'referrer' }, ', which remembers for six hours which link brought you here, if the link says so.'],
          [
            'In your browser’s storage: your theme, the announcements you closed, and your progress in free lessons before you signed in. We only see that progress if you save it to your account.',
          ],
        ],
      },
    ],
  },
  {
    title: 'Who else sees it',
    blocks: [
      [
        'We never sell it. The payment provider sees what it needs to charge you. The cloud providers see a lab account, not your name. Anyone with the link to a certificate sees what is printed on it. If error reports are turned on, they contain what was on the screen, but not what you typed, and no secrets.',
      ],
    ],
  },
  {
    title: 'How long',
    blocks: [
      [
        'We keep your account and your learning for as long as you have an account. An account that was never activated is removed after seven days. An account that you delete is closed right away and erased after 14 days. We keep invoices for as long as the law requires. Anyone can verify your certificates while you have your account, and afterwards too if you choose so.',
      ],
    ],
  },
  {
    title: 'Your rights',
    blocks: [
      [
        'You can see, correct, download and delete what we keep at any time, on ',
        { text: 'your profile', to: paths.profileSection('data') },
        '. If you have no account, see ',
        { text: 'what we hold about your e-mail address', to: paths.addressData },
        '. For anything else, ',
        { text: 'write to us', to: paths.contact },
        ', and we will answer within a month. You can also complain to your data protection authority.',
      ],
    ],
  },
]

/** Questions with their answers. */
export const faqs: { title: string; questions: [question: string, answer: string][] }[] = [
  {
    title: 'Labs',
    questions: [
      [
        'Do I need a cloud account of my own?',
        'No. When you start a lab, we set up an account for it that only you use until your time ends. You get no cloud bill, and no cloud provider needs your card.',
      ],
      [
        'Is it a simulation?',
        'Where a lab has a shell on its page, yes: your commands are judged as the cloud would judge them, and reach nothing else. The shell says so in its first line. A rehearsal is always simulated. It is free, starts immediately, and is deleted when it ends.',
      ],
      [
        'What happens to what I build in it?',
        'When the lab ends, we revoke its credentials and wipe the account twice before the next learner gets it. Keep your notes and outputs on your own machine: nothing in the account survives.',
      ],
      [
        'What if all accounts are in use?',
        'You join a fair queue and see an estimate. Keep the page open and the lab starts by itself. If you are away when your turn comes, we hold the account for ten minutes.',
      ],
      [
        'Can I have more time?',
        'Yes. Toward the end of a lab you can extend it, as often as the lab allows; the button shows how many extensions are left. We remind you 30, 10 and 5 minutes before the end.',
      ],
      [
        'Do I lose my flags when I reset a lab?',
        'No. Solved flags stay solved. A reset rebuilds the environment and uses up one of the lab’s resets, unless the failure was ours.',
      ],
    ],
  },
  {
    title: 'Courses and exams',
    questions: [
      [
        'When is a video lesson complete?',
        'When you have watched enough of it, usually 90%. Skipping to the end does not count, but watching at double speed does.',
      ],
      [
        'How do exams work?',
        `You book a day and an hour that suit you. We prepare the environment ${PREPARE_MINUTES} minutes before. Your clock starts once you have checked in and the environment is ready, and you submit flags until you are done or your time is up.`,
      ],
      [
        'How does someone check my certificate?',
        'Each certificate has a public page under its own ID. Anyone with the link, or with the code on the PDF, can see whose it is, what it is for, and whether it is still valid.',
      ],
    ],
  },
  {
    title: 'Buying',
    questions: [
      [
        'Can I buy for someone else?',
        'Yes. Choose “Buy for my team”, say for how many, and name them now or later. A gift can include your message and arrive on a chosen day. You see who uses a seat, and can reassign unused seats.',
      ],
      [
        'I have a voucher. Where do I enter it?',
        'Sign in, open “Vouchers” in your account menu and choose “I have a code”. Before you confirm, you see what it gives you access to, and for how long.',
      ],
    ],
  },
]
