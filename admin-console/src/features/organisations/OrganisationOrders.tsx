import { RelatedList } from '../../crud/RelatedList.tsx'
import { OrderRows } from '../orders/OrderList.tsx'

export default function OrganisationOrders() {
  return (
    <RelatedList reference="orders" target="organisation_id" resourceLabel={['order', 'orders']}>
      <OrderRows empty="What its managers buy for it stands here." />
    </RelatedList>
  )
}
