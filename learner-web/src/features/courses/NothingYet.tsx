import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'

export const NothingYet = () => (
  <Empty title="The first courses are on their way" action={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}>
    Come back soon, or tell us what you would like to learn.
  </Empty>
)
