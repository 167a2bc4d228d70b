{{- define "arena.labels" -}}
app.kubernetes.io/name: trick-arena
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "arena.meta" -}}
name: {{ .root.Release.Name }}-{{ .part }}
labels:
  {{- include "arena.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "arena.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{/* Settings of a pod without rights: no token of the cluster, the image's user. */}}
{{- define "arena.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "arena.confined" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}

{{/* Environment of a container that reads the keys of .keys from the secret. */}}
{{- define "arena.env" -}}
{{- $names := dict "dsn" "ARENA_DSN" "redis-url" "ARENA_REDIS_URL" "link-secret" "ARENA_LINK_SECRET" "signing-key" "ARENA_SIGNING_KEY" "operator-token" "ARENA_OPERATOR_TOKEN" -}}
{{- range .keys }}
- {name: {{ get $names . }}_FILE, value: /secrets/{{ . }}}
{{- end }}
- {name: ARENA_LOG_FORMAT, value: {{ .root.Values.log.format | quote }}}
- {name: ARENA_LOG_LEVEL, value: {{ .root.Values.log.level | quote }}}
- {name: ARENA_METRICS_LISTEN, value: "0.0.0.0:9464"}
- {name: ARENA_PLAIN, value: allow}
{{- end }}

{{- define "arena.mounts" -}}
- {name: secrets, mountPath: /secrets, readOnly: true}
- {name: tmp, mountPath: /tmp}
{{- if .Values.secrets.ca }}
- {name: ca, mountPath: /ca, readOnly: true}
{{- end }}
{{- end }}

{{- define "arena.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secrets.arena }}
    defaultMode: 0440
    items:
      {{- range .keys }}
      - {key: {{ . }}, path: {{ . }}}
      {{- end }}
- name: tmp
  emptyDir: {medium: Memory, sizeLimit: 256Mi}
{{- with .root.Values.secrets.ca }}
- name: ca
  secret: {secretName: {{ . }}, defaultMode: 0440}
{{- end }}
{{- end }}

{{/* Probes at the metrics address; .port names another port. */}}
{{- define "arena.probes" -}}
startupProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 2
  failureThreshold: 90
livenessProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 10
  timeoutSeconds: 9
  failureThreshold: 3
readinessProbe:
  httpGet: {path: /readyz, port: {{ . }}}
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
{{- end }}

{{- define "arena.gateways" -}}
{{- $root := . -}}
{{- $addresses := list -}}
{{- range $number := until (int .Values.gateway.replicas) -}}
{{- $addresses = append $addresses (printf "%s-gateway-%d.%s-gateway:7700" $root.Release.Name $number $root.Release.Name) -}}
{{- end -}}
{{- join "," $addresses -}}
{{- end }}
