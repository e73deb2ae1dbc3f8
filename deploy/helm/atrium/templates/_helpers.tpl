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
{{- end }}
