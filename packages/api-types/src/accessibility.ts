/**
 * Conformance with WCAG 2.2, levels A and AA: the source of the page `/accessibility`, of its OpenACR file and of docs/generated. Each test is named
 * by its full title, so that a test that was renamed or deleted makes the statement fail (scripts/docs/accessibility.ts).
 */

/** Day of the last review. */
export const STATEMENT_DATE = '2026-11-30'

/** Address of the OpenACR file. */
export const OPENACR_PATH = '/accessibility/openacr.yaml'

/** Results, with the words of OpenACR. */
export const adherenceNames = {
  supports: 'Met',
  'partially-supports': 'Partly met',
  'does-not-support': 'Not met',
  'not-applicable': 'Not applicable',
}

export interface Criterion {
  number: string
  name: string
  level: 'A' | 'AA'
  adherence: keyof typeof adherenceNames
  remark?: string
  tests: readonly string[]
}

/** axe opens every page. In the long tests it also opens dialogs and states, in both themes, and checks the contrast. */
const axe = [
  'public pages open for everybody, each with a heading, and axe finds nothing',
  'a learner’s routes open for a learner; axe finds nothing',
  'the console’s routes open for an administrator; axe finds nothing',
]
const keyboard = [
  'from the first visit to the first lesson completed, with the keyboard only, with the focus visible at every step',
  'with the keyboard only, through roles and names: a purchase, and its lab from Deploy to the last flag',
  'with the keyboard only, through roles and names: an exam from its purchase to a pass',
]
const zoom = ['at 400 % zoom and with wide text spacing, no page scrolls sideways or cuts off its text']
const frame = ['every page has a title, a language, a link past the navigation, and the same navigation and help']
const forms = ['all errors of a sign-up are shown together, each at its field, and an empty form shows them all']
const film = ['our controls replace the browser’s: they play, pause and show the position of the video']
const transcript = ['a transcript is searched line by line, leads to its seconds and is downloaded']
const motion = ['with reduced motion no page moves, and without it nothing flashes']
const contrast = ['each ink has a contrast of 4.5:1 on each of its surfaces, in both themes']
const forcedColours = ['in forced colours every page keeps its controls and its focus in sight']

const row = (
  number: string,
  level: Criterion['level'],
  name: string,
  tests: readonly string[],
  remark?: string,
  adherence: Criterion['adherence'] = 'supports',
): Criterion => ({ number, name, level, adherence, tests, ...(remark && { remark }) })

export const criteria: readonly Criterion[] = [
  row(
    '1.1.1',
    'A',
    'Non-text Content',
    [...axe, 'a picture of this site keeps its alternative text, and room is left for it before it arrives'],
    'Authors write the alternative texts of the pictures in lessons.',
  ),
  row(
    '1.2.1',
    'A',
    'Audio-only and Video-only (Prerecorded)',
    transcript,
    'Lessons have no audio-only recordings. The alternative to a film without sound is the text of its lesson.',
  ),
  row(
    '1.2.2',
    'A',
    'Captions (Prerecorded)',
    ['captions are shown below the video or on it, in the language that was chosen, or nowhere'],
    'Authors upload the captions of their films.',
  ),
  row(
    '1.2.3',
    'A',
    'Audio Description or Media Alternative (Prerecorded)',
    transcript,
    'Each film with captions has a transcript. Visual content is described only where the author wrote that down.',
    'partially-supports',
  ),
  row('1.2.4', 'AA', 'Captions (Live)', [], 'There is no live video.', 'not-applicable'),
  row(
    '1.2.5',
    'AA',
    'Audio Description (Prerecorded)',
    [],
    'The player has no second sound track. Authors can describe visual content in the narration.',
    'does-not-support',
  ),
  row('1.3.1', 'A', 'Info and Relationships', axe),
  row('1.3.2', 'A', 'Meaningful Sequence', [...axe, ...keyboard]),
  row(
    '1.3.3',
    'A',
    'Sensory Characteristics',
    keyboard,
    'The journeys find every control by its role and name, never by its place, shape or colour.',
  ),
  row('1.3.4', 'AA', 'Orientation', [
    'from the first visit to the first lesson completed, on a phone on a slow network with reduced motion',
    'a learner buys a single lab and solves it in the shell, on a desktop and on a phone',
  ]),
  row('1.3.5', 'AA', 'Identify Input Purpose', ['the fields of an account name their purpose to the browser']),
  row('1.4.1', 'A', 'Use of Color', [...axe, 'bars and marks stay in sight in forced colours']),
  row('1.4.2', 'A', 'Audio Control', film, 'A film has its own volume and can be paused.'),
  row('1.4.3', 'AA', 'Contrast (Minimum)', [...contrast, ...axe]),
  row('1.4.4', 'AA', 'Resize text', zoom),
  row('1.4.5', 'AA', 'Images of Text', zoom, 'Certificates, prices and code are text.'),
  row(
    '1.4.10',
    'AA',
    'Reflow',
    [
      ...zoom,
      'in a window as low as at 400 % zoom, neither the header nor the strip stays over the text',
      'in a window as low as at 400 % zoom the exam’s clock scrolls away with the page, and covers nothing',
    ],
    'Tables, code and the terminal scroll within themselves.',
  ),
  row('1.4.11', 'AA', 'Non-text Contrast', [...forcedColours, 'bars and marks stay in sight in forced colours']),
  row('1.4.12', 'AA', 'Text Spacing', zoom),
  row(
    '1.4.13',
    'AA',
    'Content on Hover or Focus',
    ['a menu opens, moves with the arrow keys and closes with Escape, all by keyboard'],
    'Learner pages show nothing on hover. The tooltips of charts in the console are not covered by a test.',
    'partially-supports',
  ),
  row('2.1.1', 'A', 'Keyboard', [
    ...keyboard,
    'navigates, reorders and saves the outline by keyboard, with announcements',
  ]),
  row('2.1.2', 'A', 'No Keyboard Trap', [
    'Tab is never a trap: Escape and then Tab leave the terminal, which says so',
    ...keyboard,
  ]),
  row('2.1.4', 'A', 'Character Key Shortcuts', [
    'turned off in the profile, the key n begins a note only while the notes have the focus',
    'the shortcuts can be limited to the focused player',
  ]),
  row(
    '2.2.1',
    'A',
    'Timing Adjustable',
    [
      'a lab can be extended in the last part of its time',
      '30 minutes before the end a warning is shown and read out once, by the server’s time; the end asks for the result',
      'requires a reason for extra exam time, and previews its effect on a booked exam',
    ],
    'Labs can be extended. The time of an exam is part of its result; candidates who need more time get it before the exam.',
  ),
  row('2.2.2', 'A', 'Pause, Stop, Hide', [
    ...motion,
    'with reduced motion the next lesson is offered without a countdown',
  ]),
  row('2.3.1', 'A', 'Three Flashes or Below Threshold', motion, 'Authors are responsible for their films.'),
  row('2.4.1', 'A', 'Bypass Blocks', [
    ...frame,
    'the skip link of the page does not replace the token of a mailed link',
  ]),
  row('2.4.2', 'A', 'Page Titled', [...frame, 'the document title names the list, or the record and its list']),
  row('2.4.3', 'A', 'Focus Order', [
    ...keyboard,
    'the link back keeps the filters of the catalogue, and the page takes the focus',
  ]),
  row('2.4.4', 'A', 'Link Purpose (In Context)', axe),
  row('2.4.5', 'AA', 'Multiple Ways', [
    'lessons, courses, labs and exams are found by the server, pages by their names; the arrows and Enter go there',
  ]),
  row('2.4.6', 'AA', 'Headings and Labels', [...axe, ...keyboard]),
  row('2.4.7', 'AA', 'Focus Visible', [...keyboard, ...forcedColours]),
  row('2.4.11', 'AA', 'Focus Not Obscured (Minimum)', [
    'in a window as low as at 400 % zoom, neither the header nor the strip stays over the text',
    'in a window as low as at 400 % zoom the exam’s clock scrolls away with the page, and covers nothing',
  ]),
  row('2.5.1', 'A', 'Pointer Gestures', film, 'Nothing requires several fingers or a path.'),
  row('2.5.2', 'A', 'Pointer Cancellation', axe, 'Buttons and links act when the pointer is released.'),
  row('2.5.3', 'A', 'Label in Name', keyboard),
  row('2.5.4', 'A', 'Motion Actuation', [], 'Nothing reacts to motion of the device.', 'not-applicable'),
  row(
    '2.5.7',
    'AA',
    'Dragging Movements',
    ['reorders flags by dragging and by keyboard, and sends the whole list'],
    'Learner pages need no dragging. In the console, the outline of a course is reordered by dragging or by keyboard, without buttons.',
    'partially-supports',
  ),
  row('2.5.8', 'AA', 'Target Size (Minimum)', [
    ...axe,
    'on a phone each button of the credentials is wide and high enough for a finger',
  ]),
  row('3.1.1', 'A', 'Language of Page', [...frame, ...axe]),
  row(
    '3.1.2',
    'AA',
    'Language of Parts',
    ['captions are shown below the video or on it, in the language that was chosen, or nowhere'],
    'Captions have their language. Authors cannot mark a passage of a text that is in another language.',
    'partially-supports',
  ),
  row('3.2.1', 'A', 'On Focus', keyboard),
  row('3.2.2', 'A', 'On Input', keyboard),
  row('3.2.3', 'AA', 'Consistent Navigation', frame),
  row('3.2.4', 'AA', 'Consistent Identification', keyboard),
  row('3.2.6', 'A', 'Consistent Help', frame),
  row('3.3.1', 'A', 'Error Identification', [
    ...forms,
    'a refused field shows why and gets the focus, and nothing typed is lost',
  ]),
  row('3.3.2', 'A', 'Labels or Instructions', [...forms, ...axe]),
  row('3.3.3', 'AA', 'Error Suggestion', forms),
  row('3.3.4', 'AA', 'Error Prevention (Legal, Financial, Data)', [
    'handing in says what is given up; a lost answer, or another device that was faster, shows the result and no error',
    'an hour that could no longer be moved says so before it is booked, and the confirmation is in view and has the focus afterwards',
  ]),
  row('3.3.7', 'A', 'Redundant Entry', [
    'a reset shows the data that was given, and a reset that asks again fills it in',
  ]),
  row('3.3.8', 'AA', 'Accessible Authentication (Minimum)', [
    'a passkey is added, renamed, signs in, takes the place of a code, and once lost is replaced by a recovery code',
  ]),
  row('4.1.2', 'A', 'Name, Role, Value', [...axe, ...keyboard]),
  row('4.1.3', 'AA', 'Status Messages', [
    'success and information are announced politely, problems immediately',
    'the last minute is announced too, and a key or a button reads the time out, but not while something is typed',
    'on a phone a screen reader hears the queue, each stage, a failure, the second try and until when the lab runs',
  ]),
]
