import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import * as t from '../../messages/en/courses.ts'

export const NothingYet = () => (
  <Empty title={t.nothingYet} action={<ButtonLink to={paths.contact}>{t.writeToUs}</ButtonLink>}>
    {t.nothingYetHint}
  </Empty>
)
