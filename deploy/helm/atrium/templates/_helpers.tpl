{{- define "atrium.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "atrium.labels" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* Everything runs as the image's user and writes to /data and /tmp only. */}}
{{- define "atrium.pod" -}}
{{- /* Kubernetes would otherwise add variables such as ATRIUM_TASKS_PORT for its services. */}}
enableServiceLinks: false
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: keys
    secret:
      secretName: {{ .Values.secrets.keys }}
      defaultMode: 0440
  {{- with .Values.privateCA }}
  - name: ca
    configMap:
      name: {{ . }}
  {{- end }}
{{- end }}

{{- define "atrium.container" -}}
image: {{ include "atrium.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.secrets.settings }}
env:
  - name: IDENTITY_URL
    value: https://{{ .Values.identity.host }}
  - name: TASKS_URL
    value: https://{{ .Values.tasks.host }}
  - name: IDENTITY_INTERNAL_URL
    value: http://{{ .Release.Name }}-identity:4000
  - name: TASKS_INTERNAL_URL
    value: http://{{ .Release.Name }}-tasks:4100
  - name: OAUTH2_PRIVATE_KEY_PATH
    value: /keys/private.pem
  - name: OAUTH2_PUBLIC_KEY_PATH
    value: /keys/public.pem
  # An embedded database would be lost with its pod.
  - name: EMBEDDED_DATABASE
    value: 'off'
  {{- if .Values.backup.enabled }}
  # A job of the cluster makes the backups; the services watch over them.
  - name: BACKUP_SCHEDULE
    value: external
  - name: BACKUP_FOLDER
    value: /backups
  - name: BACKUP_KEEP
    value: {{ .Values.backup.keep | quote }}
  {{- end }}
  {{- if .Values.privateCA }}
  - name: NODE_EXTRA_CA_CERTS
    value: /ca/ca.crt
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: keys
    mountPath: /keys
    readOnly: true
  {{- if .Values.privateCA }}
  - name: ca
    mountPath: /ca
    readOnly: true
  {{- end }}
{{- end }}
