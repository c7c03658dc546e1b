import './cars.css'
import { carButtons, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { Models } from './models'
import { type ChosenCar, SeriesTree } from './series-tree'
import { VinRules } from './vin-rules'

/** 车型库 (business/basics 5.1, 5.2): brands and series on the left; model-years of the chosen, and VIN rules, on the right. */
export default function Cars() {
  const { has } = useSession()
  const { open } = useTabs()
  const [chosen, setChosen] = useState<ChosenCar>({})
  const library = useCall(carSeriesRoutes.list)
  const importing = (
    <Button size="small" onClick={() => open('/importExcel?type=car_model')}>
      导入
    </Button>
  )
  return (
    <div className="kit-split cars">
      <SeriesTree library={library.data} chosen={chosen} onChoose={setChosen} />
      <Tabs
        size="small"
        className="kit-tabs"
        tabBarExtraContent={has(carButtons.import) && importing}
        items={[
          { key: 'models', label: '年款', children: <Models library={library.data} chosen={chosen} /> },
          { key: 'vin', label: 'VIN规则', children: <VinRules library={library.data} /> },
        ]}
      />
    </div>
  )
}
