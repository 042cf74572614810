package io.c5c3.app;

import io.c5c3.controlplane.monitoring.PlaneMonitoring;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A Helm chart for one operator: its definitions, its own account with its own role, and a Deployment of the one image. */
final class Chart {

    private static final String DEFINITIONS = "definitions/";

    private Chart() {}

    static Map<String, String> of(String operator, String version) {
        var name = operator + "-operator";
        var folder = "packaging/charts/" + name + "/";
        var files = new TreeMap<String, String>();
        files.put(folder + "Chart.yaml", metadata(name, operator, version));
        files.put(folder + "values.yaml", values());
        files.put(folder + "templates/deployment.yaml", deployment(name, operator));
        files.put(folder + "templates/rbac.yaml", access(name, operator));
        files.put(folder + "templates/monitoring.yaml", monitoring(name));
        files.put(folder + "templates/crds.yaml", definitions(operator));
        return files;
    }

    /** Each is there once, in packaging/crds; Helm puts what a link leads to into the chart. */
    static Map<String, String> links(String operator) {
        var links = new TreeMap<String, String>();
        kinds(operator)
                .forEach(name -> links.put(
                        "packaging/charts/" + operator + "-operator/" + DEFINITIONS + name + ".yaml",
                        "../../../crds/" + name + ".yaml"));
        return links;
    }

    private static List<String> kinds(String operator) {
        return Catalogue.kinds(Catalogue.select(operator)).stream()
                .map(HasMetadata::getFullResourceName)
                .sorted()
                .toList();
    }

    /** Among the templates and not in {@code crds/}, which Helm installs once and never upgrades. */
    private static String definitions(String operator) {
        return kinds(operator).stream()
                .map(name -> "{{ .Files.Get \"" + DEFINITIONS + name + ".yaml\" }}\n")
                .collect(Collectors.joining("", "{{- if .Values.crds.enabled }}\n", "{{- end }}\n"));
    }

    private static String metadata(String name, String operator, String version) {
        return """
            apiVersion: v2
            name: %s
            description: The %s operator of CobaltCore
            type: application
            version: %s
            appVersion: "%s"
            """.formatted(name, operator, version, version);
    }

    private static String values() {
        return """
            # Namespaces in which the operator works: it reads and writes Secrets, workloads and all else only there. The operator
            # gets a RoleBinding in each; they have to exist. More can be added without a restart by './c5c3 enroll NAMESPACE'.
            watchNamespaces: []
            crds:
              # Installs and upgrades the definitions of the operator's kinds. They stay when the release goes.
              enabled: true
            # Copies of the operator, on different nodes where there are several. Each kind of resource is looked after by one of them;
            # if that is lost, another takes over within 20 seconds. Of a single copy another is made within a minute of its node's death.
            replicaCount: 1
            image:
              repository: ghcr.io/c5c3/operator
              # Empty: the chart's appVersion.
              tag: ""
            resources:
              requests:
                cpu: 100m
                memory: 192Mi
              limits:
                memory: 512Mi
            metrics:
              # Makes a Service for Prometheus to scrape.
              enabled: true
              # Tells a Prometheus operator of it (ServiceMonitor).
              serviceMonitor: false
              # Alerts about operators (PrometheusRule). They speak of all that are installed: one release with them is enough.
              rules: false
              # Labels by which Prometheus chooses what it looks at, for example {release: prometheus}.
              labels: {}
            nodeSelector: {}
            tolerations:
              # Kubernetes would leave it on a node that is lost for five minutes.
              - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 10}
              - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 10}
            """;
    }

    private static String deployment(String name, String operator) {
        return """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: %1$s
              labels:
                app.kubernetes.io/name: %1$s
                app.kubernetes.io/part-of: cobaltcore
            spec:
              replicas: {{ .Values.replicaCount }}
              selector:
                matchLabels:
                  app.kubernetes.io/name: %1$s
              template:
                metadata:
                  labels:
                    app.kubernetes.io/name: %1$s
                    app.kubernetes.io/part-of: cobaltcore
                spec:
                  serviceAccountName: %1$s
                  enableServiceLinks: false
                  shareProcessNamespace: true
                  securityContext:
                    runAsNonRoot: true
                    runAsUser: 42424
                    seccompProfile:
                      type: RuntimeDefault
                  {{- with .Values.nodeSelector }}
                  nodeSelector: {{- toYaml . | nindent 8 }}
                  {{- end }}
                  {{- with .Values.tolerations }}
                  tolerations: {{- toYaml . | nindent 8 }}
                  {{- end }}
                  topologySpreadConstraints:
                    - topologyKey: kubernetes.io/hostname
                      maxSkew: 1
                      whenUnsatisfiable: ScheduleAnyway
                      labelSelector:
                        matchLabels:
                          app.kubernetes.io/name: %1$s
                      matchLabelKeys: [pod-template-hash]
                  containers:
                    - name: operator
                      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
                      args:
                        - run
                        - --operators=%2$s
                        - --leader-elect
                        {{- with .Values.watchNamespaces }}
                        - --watch-namespaces={{ join "," . }}
                        {{- end }}
                      env:
                        - name: POD_NAME
                          valueFrom: {fieldRef: {fieldPath: metadata.name}}
                        - name: POD_NAMESPACE
                          valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
                      ports:
                        - name: http
                          containerPort: 8080
                      readinessProbe:
                        httpGet: {path: /readyz, port: http}
                        periodSeconds: 2
                      livenessProbe:
                        httpGet: {path: /healthz, port: http}
                        initialDelaySeconds: 10
                      resources: {{- toYaml .Values.resources | nindent 12 }}
                      securityContext:
                        allowPrivilegeEscalation: false
                        readOnlyRootFilesystem: true
                        capabilities: {drop: [ALL]}
                      volumeMounts:
                        - name: tmp
                          mountPath: /tmp
                  volumes:
                    - name: tmp
                      emptyDir: {}
            {{- if .Values.metrics.enabled }}
            ---
            apiVersion: v1
            kind: Service
            metadata:
              name: %1$s-metrics
              labels:
                app.kubernetes.io/name: %1$s
                app.kubernetes.io/part-of: cobaltcore
            spec:
              selector:
                app.kubernetes.io/name: %1$s
              ports:
                - name: metrics
                  port: 8080
                  targetPort: http
            {{- end }}
            """.formatted(name, operator);
    }

    /** Only where Kubernetes knows the kinds: a release with one that it does not know fails. */
    private static String monitoring(String name) {
        var rules = Serialization.asYaml(
                        PlaneMonitoring.operators(name, Map.of()).getSpec())
                // Helm has templates of its own in the same brackets.
                .replace("{{", "{{ \"{{\" }}")
                .replaceFirst("^---\n", "")
                .indent(2);
        var metadata = """
            metadata:
              name: %1$s
              labels:
                app.kubernetes.io/name: %1$s
                {{- with .Values.metrics.labels }}
                {{- toYaml . | nindent 4 }}
                {{- end }}
            spec:
            """.formatted(name);
        return """
            {{- if .Values.metrics.serviceMonitor }}
            ---
            apiVersion: monitoring.coreos.com/v1
            kind: ServiceMonitor
            %2$s  selector:
                matchLabels:
                  app.kubernetes.io/name: %1$s
              endpoints:
                # The metrics speak of resources of other namespaces, and say of which.
                - port: metrics
                  interval: 30s
                  honorLabels: true
            {{- end }}
            {{- if .Values.metrics.rules }}
            ---
            apiVersion: monitoring.coreos.com/v1
            kind: PrometheusRule
            %2$s""".formatted(name, metadata) + rules + "{{- end }}\n";
    }

    private static String access(String name, String operator) {
        var roles = new Roles(name, Catalogue.select(operator));
        return Serialization.asYaml(roles.everywhere())
                + Serialization.asYaml(roles.enrolled())
                + """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata:
                  name: %1$s
                rules:
                  # The lease by which one of several copies works.
                  - apiGroups: [coordination.k8s.io]
                    resources: [leases]
                    verbs: [get, create, update]
                  - apiGroups: [""]
                    resources: [events]
                    verbs: [create, patch]
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata:
                  name: %1$s
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata:
                  name: %1$s
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: Role
                  name: %1$s
                subjects:
                  - kind: ServiceAccount
                    name: %1$s
                    namespace: {{ .Release.Namespace }}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata:
                  name: %1$s
                  labels:
                    %3$s: %2$s
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: ClusterRole
                  name: %1$s
                subjects:
                  - kind: ServiceAccount
                    name: %1$s
                    namespace: {{ .Release.Namespace }}
                {{- range .Values.watchNamespaces }}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata:
                  name: %1$s-watched
                  namespace: {{ . }}
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: ClusterRole
                  name: %2$s
                subjects:
                  - kind: ServiceAccount
                    name: %1$s
                    namespace: {{ $.Release.Namespace }}
                {{- end }}
                """.formatted(name, Roles.enrolled(name), Installation.ENROLLED_ROLE);
    }
}
