import type { Exam, Lab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { formatMoney } from '@flagyard/ui/format'
import { readBundles, readCatalogue, readPublicLab } from '../areas/catalogue/courses/index.ts'
import { readPublicExam } from '../areas/training/exam-attempts/index.ts'
import type { Deps } from '../deps.ts'
import { asking, notFound, type Page } from './page.ts'
import { productMarkup } from './product-markup.ts'

/** Page of one lab, at `/courses?lab=slug`. */
export async function labPage(deps: Deps, slug: string): Promise<Page> {
  try {
    const lab = (await readPublicLab(deps, slug)).read() as Lab
    const address = paths.lab(slug)
    return {
      ...aboutOffer(lab),
      address,
      preview: { cover: slug, label: 'Lab' },
      parts: ['CoursesPage', ...asking('LabPage')],
      markup: productMarkup(
        { ...lab, description: summaryOf(lab), category: 'Hands-on lab' },
        deps.config.publicUrl + address,
      ),
      text: [
        ...(lab.price ? [{ heading: 'Price', text: formatMoney(lab.price) }] : []),
        { heading: 'About this lab', text: lab.description },
      ],
      data: [['getLab', { slug }, lab], ...(await relatedData(deps))],
    }
  } catch (error) {
    return notFound(error, 'There is no such lab.')
  }
}

/** Page of one exam, at `/courses?exam=slug`. */
export async function examPage(deps: Deps, slug: string): Promise<Page> {
  try {
    const exam = (await readPublicExam(deps, slug)).read() as Exam
    const address = paths.exam(slug)
    const offer = { ...exam, price: exam.bookable ? exam.price : null, description: summaryOf(exam) }
    return {
      ...aboutOffer(exam),
      address,
      preview: { cover: slug, label: 'Exam' },
      parts: ['CoursesPage', ...asking('ExamPage')],
      markup: productMarkup({ ...offer, category: 'Practical exam' }, deps.config.publicUrl + address),
      text: [
        ...(exam.bookable ? [{ heading: 'Price', text: formatMoney(exam.price) }] : []),
        { heading: 'About this exam', text: exam.description },
        { heading: 'Rules', text: exam.rules },
      ],
      data: [['getExam', { slug }, exam], ...(await relatedData(deps))],
    }
  } catch (error) {
    return notFound(error, 'There is no such exam.')
  }
}

/** The page of a lab or exam also shows the courses and bundles it belongs to. */
const relatedData = async (deps: Deps): Promise<NonNullable<Page['data']>> => [
  ['listCourses', {}, (await readCatalogue(deps)).read()],
  ['listBundles', {}, (await readBundles(deps)).read()],
]

type Described = Pick<Lab, 'title' | 'description'>

/** First paragraph of the description, without Markdown. */
const summaryOf = ({ title, description }: Described) =>
  (description.split('\n\n')[0] ?? '').replace(/[*_`#]/g, '').trim() || title

const aboutOffer = (offer: Described) => ({ title: offer.title, description: summaryOf(offer) })
