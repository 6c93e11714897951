import { RelatedList, useOnly } from '../../crud/RelatedList.tsx'
import { OrderRows } from './OrderList.tsx'

export default function UserOrders() {
  const { filter, button } = useOnly('disputed', 'Only disputed ones')
  return (
    <RelatedList reference="orders" filter={filter} actions={button}>
      <OrderRows empty="Orders appear here as soon as a checkout is opened." />
    </RelatedList>
  )
}
