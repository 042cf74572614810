package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadableImagesTest {
    private static final LoadableImages IMAGES =
            new LoadableImages(Map.of("ghcr.io/c5c3/ovn:25.03", "ovn", "ghcr.io/c5c3/ovn:25.03.1", "ovn-next"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ErrImageNeverPull: Container image \"ghcr.io/c5c3/ovn:25.03\" is not present with pull policy of Never.",
                "ImagePullBackOff: Back-off pulling image \"ghcr.io/c5c3/ovn:25.03\": ErrImagePull: no such host.",
                "ErrImagePull: failed to pull and unpack image ghcr.io/c5c3/ovn:25.03."
            })
    void anImageThatIsMissingCanBeLoaded(String trouble) {
        assertThat(IMAGES.remedy(trouble))
                .contains(
                        "The local cluster lacks the image ghcr.io/c5c3/ovn:25.03: './c5c3 images load ovn' loads it.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CrashLoopBackOff: ghcr.io/c5c3/ovn:25.03",
                "ErrImagePull: failed to pull \"example.com/ghcr.io/c5c3/ovn:25.03\"",
                "ErrImagePull: failed to pull \"ghcr.io/c5c3/ovn:25.03-mine\"",
                "ErrImagePull: failed to pull \"ghcr.io/c5c3/other:1\""
            })
    void nothingIsSaidOfOtherTroublesAndImages(String trouble) {
        assertThat(IMAGES.remedy(trouble)).isEmpty();
    }

    @Test
    void aClusterThatIsNotOursGetsItsImagesElsewhere() {
        assertThat(LoadableImages.of(new Target.Given("/etc/kubeconfig"))
                        .names()
                        .get())
                .isEmpty();
    }
}
