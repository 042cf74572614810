package io.c5c3.cli.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WebAddressTest {

    private static final String SCREEN =
            "http://nova-novncproxy.openstack.svc.cluster.local:6080/vnc_lite.html?path=%3Ftoken%3D82941866-fa4f";

    @Test
    void anAddressInsideLeadsToAService() {
        assertThat(WebAddress.of(SCREEN).inside())
                .contains(new WebAddress.Inside("openstack", "nova-novncproxy", 6080));
        assertThat(WebAddress.of("wss://nova-east-serialproxy.cloud.svc:6083/?token=1")
                        .inside())
                .contains(new WebAddress.Inside("cloud", "nova-east-serialproxy", 6083));
    }

    @Test
    void anAddressForEverybodyDoesNot() {
        assertThat(WebAddress.of("https://console.cloud.example.com/vnc_lite.html?path=%3Ftoken%3D1")
                        .inside())
                .isEmpty();
    }

    @Test
    void onlyHostAndPortChangeOnTheWay() {
        assertThat(WebAddress.of(SCREEN).at("127.0.0.1", 40001))
                .hasToString("http://127.0.0.1:40001/vnc_lite.html?path=%3Ftoken%3D82941866-fa4f");
        assertThat(WebAddress.of("wss://nova-serialproxy.openstack.svc.cluster.local:6083/?token=1")
                        .at("127.0.0.1", 40002))
                .hasToString("wss://127.0.0.1:40002/?token=1");
    }

    @Test
    void theSchemeTellsWhetherItIsEncrypted() {
        assertThat(WebAddress.of(SCREEN).encrypted()).isFalse();
        assertThat(WebAddress.of("wss://a/?token=1").encrypted()).isTrue();
        assertThat(WebAddress.of("https://a/?token=1").encrypted()).isTrue();
    }
}
