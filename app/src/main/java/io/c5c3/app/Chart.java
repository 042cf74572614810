package io.c5c3.app;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import java.util.TreeMap;

/** A Helm chart for one operator: its definitions, its own account with its own role, and a Deployment of the one image. */
final class Chart {

    private Chart() {}

    static Map<String, String> of(String operator, String version) {
        var name = operator + "-operator";
        var folder = "packaging/charts/" + name + "/";
        var files = new TreeMap<String, String>();
        files.put(folder + "Chart.yaml", metadata(name, operator, version));
        files.put(folder + "values.yaml", values());
        files.put(folder + "templates/deployment.yaml", deployment(name, operator));
        files.put(folder + "templates/rbac.yaml", access(name, operator));
        for (var definition : Definitions.of(Catalogue.select(operator))) {
            files.put(
                    folder + "crds/" + definition.getMetadata().getName() + ".yaml", Serialization.asYaml(definition));
        }
        return files;
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
                # Copies of the operator; one works, the others wait for its lease.
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
                nodeSelector: {}
                tolerations: []
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
                      containers:
                        - name: operator
                          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
                          args: ["run", "--operators=%2$s", "--leader-elect"]
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

    private static String access(String name, String operator) {
        var role = Roles.of(operator, Catalogue.select(operator));
        role.getMetadata().setName(name);
        return Serialization.asYaml(role) + """
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata:
                  name: %1$s
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata:
                  name: %1$s
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: ClusterRole
                  name: %1$s
                subjects:
                  - kind: ServiceAccount
                    name: %1$s
                    namespace: {{ .Release.Namespace }}
                """.formatted(name);
    }
}
