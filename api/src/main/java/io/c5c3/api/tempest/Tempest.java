package io.c5c3.api.tempest;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cron;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretRef;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tests of a running cloud, on a schedule and whenever somebody asks for a run. */
@Group("tempest.openstack.c5c3.io")
@Version("v1alpha1")
@AdditionalPrinterColumn(
        name = "Passed",
        jsonPath = ".status.conditions[?(@.type=='TestsPassed')].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Result",
        jsonPath = ".status.conditions[?(@.type=='TestsPassed')].message",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Last Run", jsonPath = ".status.lastRun", type = AdditionalPrinterColumn.Type.DATE)
public final class Tempest extends CustomResource<Tempest.Spec, Tempest.Status> implements Namespaced {

    /** On a resource: a value that was not there before asks for a run at once. */
    public static final String RUN = "tempest.openstack.c5c3.io/run";

    /**
     * What a person writes.
     *
     * @param schedule when to run; without it, only when asked
     * @param caSecretRef a Secret whose ca.crt signed the certificates of the APIs; where the namespace has a Keystone with
     *     encryption, its own is meant
     * @param customConfig options of tempest.conf, laid over those that are found out
     */
    @ValidationRule(value = "!has(self.schedule) || self.schedule" + Cron.MATCHES, message = "schedule" + Cron.MESSAGE)
    public record Spec(
            @Size(max = Cron.LONGEST) @Nullable String schedule,
            @Default("false") Boolean suspend,
            @Default("{}") Image image,
            @Default("{}") KeystoneAuth keystone,
            @Nullable SecretRef caSecretRef,
            @Default("{}") Tests tests,
            @Default("{}") Reports reports,
            Map<String, Map<String, String>> customConfig,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy) {

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Spec {
            suspend = suspend != null && suspend;
            image = image == null ? Image.UNSET : image;
            keystone = keystone == null ? KeystoneAuth.UNSET : keystone;
            tests = tests == null ? Tests.ALL : tests;
            reports = reports == null ? Reports.DEFAULT : reports;
            customConfig = customConfig == null ? Map.of() : customConfig;
            deployment = deployment == null ? Pods.DEFAULT : deployment;
            dependsOn = dependsOn == null ? List.of() : dependsOn;
            deletionPolicy = deletionPolicy == null ? DeletionPolicy.Retain : deletionPolicy;
        }
    }

    /** What can be tested. */
    public enum Tested {
        compute,
        identity,
        image,
        network,
        volume
    }

    /**
     * Which tests to run.
     *
     * @param services whose tests to run; scenarios, which need several of them, come with compute
     * @param plugins of which other services to run the tests, by the names of the plugins that the image has: heat for
     *     heat_tempest_plugin, manila for manila_tempest_tests
     * @param smoke only the small set that shows the most
     * @param concurrency how many at once; 0 for one per processor
     * @param includeRegex only tests whose name it is found in
     * @param excludeRegex no tests whose name it is found in
     * @param includeList only tests in whose name at least one of them is found
     * @param excludeList no tests in whose name one of them is found
     * @param guestAccess whether guests let ssh in and can be reached from pods: without, scenarios that log in to them are left out, and
     *     the status says how many
     * @param timeoutMinutes after how long a run that has not ended is stopped
     */
    public record Tests(
            List<Tested> services,
            List<String> plugins,
            @Default("false") Boolean smoke,
            @Min(0) @Max(64) @Default("2") Integer concurrency,
            @Nullable String includeRegex,
            @Nullable String excludeRegex,
            List<String> includeList,
            List<String> excludeList,
            @Default("false") Boolean guestAccess,
            @Min(1) @Max(2880) @Default("240") Integer timeoutMinutes) {

        @SuppressWarnings("NullAway")
        public static final Tests ALL = new Tests(null, null, null, null, null, null, null, null, null, null);

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Tests {
            services = services == null || services.isEmpty() ? List.of(Tested.values()) : services;
            plugins = plugins == null ? List.of() : plugins;
            smoke = smoke != null && smoke;
            concurrency = concurrency == null ? 2 : concurrency;
            includeList = includeList == null ? List.of() : includeList;
            excludeList = excludeList == null ? List.of() : excludeList;
            guestAccess = guestAccess != null && guestAccess;
            timeoutMinutes = timeoutMinutes == null ? 240 : timeoutMinutes;
        }

        /** The same for a cloud that has only these: tests of others would have nothing to look at. One that names none of them stays. */
        public Tests of(Collection<Tested> there) {
            var left = services.stream().filter(there::contains).toList();
            return new Tests(
                    left.isEmpty() ? services : left,
                    plugins,
                    smoke,
                    concurrency,
                    includeRegex,
                    excludeRegex,
                    includeList,
                    excludeList,
                    guestAccess,
                    timeoutMinutes);
        }
    }

    /**
     * Where reports are kept, and how many.
     *
     * @param size the size of their volume
     * @param keep how many of the last runs they are kept of
     */
    public record Reports(
            @Pattern("^[1-9][0-9]*(Mi|Gi|Ti)$") @Default("1Gi")
            String size,

            @Nullable String storageClass,
            @Min(1) @Max(1000) @Default("10") Integer keep) {

        @SuppressWarnings("NullAway")
        static final Reports DEFAULT = new Reports(null, null, null);

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Reports {
            size = size == null ? "1Gi" : size;
            keep = keep == null ? 10 : keep;
        }
    }

    /**
     * How many tests of the last run ended how.
     *
     * @param passedTests how many passed
     * @param failedTests how many failed
     * @param skippedTests how many said themselves that they cannot run here
     * @param totalTests how many there were
     */
    public record Results(
            @Nullable Integer passedTests,
            @Nullable Integer failedTests,
            @Nullable Integer skippedTests,
            @Nullable Integer totalTests) {}

    /**
     * What the operator observed.
     *
     * @param lastRun when the last run ended
     * @param lastDuration how long it took
     * @param results how it ended
     * @param failures the names of tests that failed, as many as fit
     * @param skips the names of tests that were skipped, each with the reason, as many as fit
     * @param leftOut how many tests the other words of the resource ask for that were not run, and why
     * @param report the folder of the last report, on the volume
     * @param lastRequest the value that asked for the last run that somebody asked for
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String lastRun,
            @Nullable String lastDuration,
            @Nullable Results results,
            @Nullable List<String> failures,
            @Nullable List<String> skips,
            @Nullable String leftOut,
            @Nullable String report,
            @Nullable String lastRequest,
            @Nullable BlockedBy blockedBy) {}
}
