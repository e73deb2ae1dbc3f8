import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteRecord } from './delete-record.tsx'
import { ReferenceDialog } from './reference-dialog.tsx'
import { aboutRecord, type ReferenceKind, type ReferenceRecord } from './reference-record.ts'

interface RecordsOfKindProps {
  kind: ReferenceKind
  records: ReferenceRecord[]
}

export function RecordsOfKind({ kind, records }: RecordsOfKindProps) {
  const { t, i18n } = useTranslation()
  const [edited, setEdited] = useState<ReferenceRecord | 'new'>()
  const [doomed, setDoomed] = useState<ReferenceRecord>()
  return (
    <div>
      <RecordList
        text={t(`referenceData.text.${kind}`)}
        createLabel={t(`referenceData.create.${kind}`)}
        onCreate={() => setEdited('new')}
      >
        {records.map(record => (
          <RecordRow
            key={record.id}
            name={record.name}
            text={aboutRecord(record, i18n.language)}
            editLabel={t('referenceData.edit', { name: record.name })}
            onEdit={() => setEdited(record)}
            deleteLabel={t('referenceData.delete', { name: record.name })}
            onDelete={() => setDoomed(record)}
          />
        ))}
      </RecordList>
      <ReferenceDialog kind={kind} record={edited} onClose={() => setEdited(undefined)} />
      <DeleteRecord kind={kind} record={doomed} onClose={() => setDoomed(undefined)} />
    </div>
  )
}
