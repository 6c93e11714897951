import { SelectInput } from 'react-admin'
import { choicesOf, levelNames } from '../../lib/format.ts'
import { CreatePage } from '../content/CreatePage.tsx'

const newCourse = { level: 'beginner' }

const CourseCreate = () => (
  <CreatePage defaultValues={newCourse}>
    <SelectInput margin="none" source="level" label="Level" choices={choicesOf(levelNames)} helperText={false} />
  </CreatePage>
)

export default CourseCreate
